import { useState } from 'react';
import { Field, Input } from '@fluentui/react-components';
import type { MenuCategory } from '../../../contract/menu/calls.ts';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import { changedOf } from '../../lib/changed-of.ts';
import { ImageField } from '../../files/choose/ImageField.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { basisPointsOf } from '../../components/fields/field-drafts.ts';
import { createCategory, editCategory } from './mutations.ts';
import { WindowsField } from '../../components/windows/WindowsField.tsx';

interface Props {
  menuId: string;
  /** null: a new category. */
  category: MenuCategory | null;
  nextPlace: number;
  onClose: () => void;
}

export function CategoryDialog({ menuId, category, nextPlace, onClose }: Props) {
  const [name, setName] = useState(category?.name ?? '');
  const [imageUrl, setImageUrl] = useState(category?.image_url ?? null);
  const [station, setStation] = useState(category?.kitchen_station ?? '');
  const [tax, setTax] = useState(typeof category?.tax_rate_bp === 'number' ? String(category.tax_rate_bp / 100) : '');
  const [windows, setWindows] = useState(category?.availability_windows ?? []);
  const [isChecked, setIsChecked] = useState(false);
  const words = name.trim();
  const rate = tax.trim() === '' ? null : basisPointsOf(tax);
  const isRateWrong = tax.trim() !== '' && rate === null;
  const fields = {
    name: words,
    image_url: imageUrl,
    kitchen_station: station.trim() || null,
    tax_rate_bp: rate,
    availability_windows: windows,
  };
  const [opened] = useState(fields);

  const save = () => {
    setIsChecked(true);
    if (words === '' || isRateWrong) return false;
    if (!category)
      mutate(createCategory, { path: { id: menuId }, body: { id: newId(), ...fields, sort_order: nextPlace } });
    else {
      const body = changedOf(fields, opened);
      if (Object.keys(body).length > 0) mutate(editCategory, { path: { id: menuId, categoryId: category.id }, body });
    }
    return true;
  };

  return (
    <FormDialog
      title={category ? `Edit “${category.name}”` : 'Add a category'}
      doWords={category ? 'Save category' : 'Add category'}
      onDo={save}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        validationMessage={isChecked && words === '' ? 'Give the category a name, such as Starters.' : undefined}
      >
        <Input value={name} maxLength={120} onChange={(_event, data) => setName(data.value)} />
      </Field>
      <ImageField label="Photo" hint="Shown to customers above its dishes." url={imageUrl} onChange={setImageUrl} />
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field label="Station">
          <Input
            value={station}
            maxLength={40}
            placeholder="Every station"
            onChange={(_event, data) => setStation(data.value)}
          />
        </Field>
        <Field
          label="Tax rate, %"
          validationMessage={isChecked && isRateWrong ? 'A rate from 0 to 100, such as 20 or 12.5.' : undefined}
        >
          <Input inputMode="decimal" value={tax} placeholder="None" onChange={(_event, data) => setTax(data.value)} />
        </Field>
      </div>
      <WindowsField
        windows={windows}
        always="Customers can order from this category whenever you are open."
        onChange={setWindows}
      />
    </FormDialog>
  );
}
