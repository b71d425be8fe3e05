import { useState } from 'react';
import { Field, Input, Select } from '@fluentui/react-components';
import type { MenuBook, MenuCategory, MenuItem } from '../../../../contract/menu/calls.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { basisPointsOf } from '../../../components/fields/field-drafts.ts';
import { moveTo, setField } from './fields.ts';
import { saveBulk } from './save-bulk.ts';

export type BulkField = 'tax' | 'station' | 'category';

interface Props {
  field: BulkField;
  items: readonly MenuItem[];
  /** Every item of the restaurant. */
  all: readonly MenuItem[];
  books: readonly MenuBook[];
  categories: readonly MenuCategory[];
  onDone: () => void;
  onClose: () => void;
}

/** Gives many items one tax rate, one station or another category. */
export function BulkFieldDialog({ field, items, all, books, categories, onDone, onClose }: Props) {
  const [value, setValue] = useState('');
  const { title, submitLabel } = words[field];
  const many = items.length === 1 ? (items[0]?.name ?? '') : `${items.length} items`;
  const rate = value.trim() === '' ? null : basisPointsOf(value);
  const isWrongRate = field === 'tax' && value.trim() !== '' && rate === null;
  const target = categories.find(({ id }) => id === value);

  const save = () => {
    if (isWrongRate) return false;
    const edit =
      field === 'tax'
        ? setField(items, 'tax_rate_bp', rate)
        : field === 'station'
          ? setField(items, 'kitchen_station', value.trim() || null)
          : target && moveTo(items, target, all);
    if (!edit) return false;
    if (edit.items.length > 0)
      saveBulk(edit.items, edit.former, target ? `${many} moved to ${target.name}` : `${many} changed`);
    onDone();
    return true;
  };

  return (
    <FormDialog
      title={`${title} of ${many}`}
      submitLabel={submitLabel}
      isDisabled={field === 'category' && !target}
      onDo={save}
      onClose={onClose}
    >
      {field === 'tax' && (
        <Field
          label="Tax rate, %"
          hint="Empty: the rate of their category."
          validationMessage={isWrongRate ? 'A rate from 0 to 100, such as 20 or 12.5.' : undefined}
        >
          <Input inputMode="decimal" value={value} onChange={(_event, data) => setValue(data.value)} />
        </Field>
      )}
      {field === 'station' && (
        <Field label="Station" hint="Empty: the station of their category.">
          <Input value={value} maxLength={40} list="bulk-stations" onChange={(_event, data) => setValue(data.value)} />
          <datalist id="bulk-stations">
            {stationsOf(all, categories).map((station) => (
              <option key={station}>{station}</option>
            ))}
          </datalist>
        </Field>
      )}
      {field === 'category' && (
        <Field label="Category" hint="They come last there, in their order.">
          <Select value={value} onChange={(_event, data) => setValue(data.value)}>
            <option value="">Choose a category</option>
            {books.map((book) => (
              <optgroup key={book.id} label={book.name}>
                {categories
                  .filter(({ menu_book_id }) => menu_book_id === book.id)
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </Select>
        </Field>
      )}
    </FormDialog>
  );
}

const words: Record<BulkField, { title: string; submitLabel: string }> = {
  tax: { title: 'Tax rate', submitLabel: 'Set the tax rate' },
  station: { title: 'Station', submitLabel: 'Set the station' },
  category: { title: 'Category', submitLabel: 'Move them' },
};

const stationsOf = (items: readonly MenuItem[], categories: readonly MenuCategory[]): string[] =>
  [...new Set([...items, ...categories].flatMap(({ kitchen_station }) => kitchen_station ?? []))].toSorted();
