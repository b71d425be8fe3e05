import { useState } from 'react';
import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import { useLocation } from 'wouter';
import type { MenuBook } from '../../../contract/menu/calls.ts';
import { ownChannels } from '../../../contract/orders/order-channel.ts';
import { orderTypes as allTypes } from '../../../contract/restaurant/rows.ts';
import { CheckboxSet } from '../../components/CheckboxSet.tsx';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import { changedOf } from '../../lib/changed-of.ts';
import { links } from '../../links.ts';
import { ImageField } from '../../files/choose/ImageField.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { sourceLabel, typeLabel } from '../../ui/order-label.ts';
import { statuses } from './books/status.ts';
import { createBook, editBook } from './mutations.ts';
import { WindowsField } from '../../components/windows/WindowsField.tsx';

interface Props {
  /** null: a new menu. */
  book: MenuBook | null;
  nextPlace: number;
  /** Of a new menu. */
  usualTaxMode: MenuBook['tax_mode'];
  onClose: () => void;
}

export function BookDialog({ book, nextPlace, usualTaxMode, onClose }: Props) {
  const [, navigate] = useLocation();
  const [name, setName] = useState(book?.name ?? '');
  const [description, setDescription] = useState(book?.description ?? '');
  const [imageUrl, setImageUrl] = useState(book?.image_url ?? null);
  const [status, setStatus] = useState<MenuBook['status']>(book?.status ?? 'draft');
  const [taxMode, setTaxMode] = useState<MenuBook['tax_mode']>(book?.tax_mode ?? usualTaxMode);
  const [types, setTypes] = useState(book?.order_types ?? []);
  const [places, setPlaces] = useState(book?.channels ?? []);
  const [windows, setWindows] = useState(book?.availability_windows ?? []);
  const [isChecked, setIsChecked] = useState(false);
  const isWrong = name.trim() === '';
  const orderTypes = allTypes.filter((type) => types.includes(type));
  const channels = ownChannels.filter((channel) => places.includes(channel));
  const fields = {
    name: name.trim(),
    description,
    image_url: imageUrl,
    status,
    tax_mode: taxMode,
    order_types: orderTypes,
    channels,
    availability_windows: windows,
  };
  const [opened] = useState(fields);

  const save = () => {
    setIsChecked(true);
    if (isWrong) return false;
    if (book) {
      const changed = changedOf(fields, opened);
      if (Object.keys(changed).length > 0) mutate(editBook, { path: { id: book.id }, body: changed });
    } else {
      const id = newId();
      mutate(createBook, { body: { id, ...fields, sort_order: nextPlace } });
      navigate(links.categories(id));
    }
    return true;
  };

  return (
    <FormDialog
      title={book ? `Edit “${book.name}”` : 'Add a menu'}
      doWords={book ? 'Save menu' : 'Add menu'}
      onDo={save}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        validationMessage={isChecked && isWrong ? 'Give the menu a name, such as Evening menu.' : undefined}
      >
        <Input
          value={name}
          maxLength={120}
          onBlur={() => name && setIsChecked(true)}
          onChange={(_event, data) => setName(data.value)}
        />
      </Field>
      <Field label="Description" hint="Shown to customers above the dishes.">
        <Textarea value={description} maxLength={1000} onChange={(_event, data) => setDescription(data.value)} />
      </Field>
      <ImageField label="Photo" hint="Shown to customers above the dishes." url={imageUrl} onChange={setImageUrl} />
      <Field label="State" hint={statuses[status].meaning}>
        <Select value={status} onChange={(_event, data) => setStatus(data.value as MenuBook['status'])}>
          {Object.entries(statuses).map(([value, { name: word }]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Tax" hint="Of items that have a tax rate.">
        <Select value={taxMode} onChange={(_event, data) => setTaxMode(data.value as MenuBook['tax_mode'])}>
          <option value="inclusive">Included in the prices</option>
          <option value="exclusive">Added to the prices</option>
        </Select>
      </Field>
      <CheckboxSet
        legend="Order types"
        hint="None: customers can order from this menu in every way."
        all={allTypes.filter((type) => type !== 'reservation')}
        chosen={types}
        words={typeLabel}
        onChange={setTypes}
      />
      <CheckboxSet
        legend="Where it is sold"
        hint="None: everywhere."
        all={ownChannels}
        chosen={places}
        words={sourceLabel}
        onChange={setPlaces}
      />
      <WindowsField
        windows={windows}
        always="Customers can order from this menu whenever you are open."
        onChange={setWindows}
      />
    </FormDialog>
  );
}
