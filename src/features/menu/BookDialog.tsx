import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import { useLocation } from 'wouter';
import type { MenuBook } from '../../../contract/menu/calls.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { bookFields } from '../../../contract/menu/menu-fields.ts';
import { ownChannels } from '../../../contract/orders/order-channel.ts';
import { orderTypes } from '../../../contract/restaurant/rows.ts';
import { CheckboxSet } from '../../components/CheckboxSet.tsx';
import { draftOf, readDraft } from '../../components/fields/field-drafts.ts';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import { links } from '../../links.ts';
import { ImageField } from '../../files/choose/ImageField.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { useDraftForm } from '../../ui/form/use-draft-form.ts';
import { sourceLabel, typeLabel } from '../../ui/order-label.ts';
import { statuses } from './books/status.ts';
import { createBook, editBook } from './mutations.ts';
import { WindowsField } from '../../components/windows/WindowsField.tsx';

// None of them is an amount.
const { is_default: _, sort_order: __, ...formFields } = bookFields;

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
  const form = useDraftForm(
    () => draftOf(formFields, book ?? { tax_mode: usualTaxMode }, DEFAULT_CURRENCY),
    (typed) => {
      const wrong = new Set<string>();
      const values = {
        ...readDraft(formFields, typed, DEFAULT_CURRENCY, wrong),
        order_types: orderTypes.filter((type) => typed.order_types.includes(type)),
        channels: ownChannels.filter((channel) => typed.channels.includes(channel)),
      };
      return wrong.has('name') ? { wrong } : { values };
    },
  );
  const { draft, set } = form;

  const save = () => {
    const fields = form.check();
    if (!fields) return false;
    if (book) {
      const changed = form.changedIn(fields, book);
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
      submitLabel={book ? 'Save menu' : 'Add menu'}
      onDo={save}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        validationMessage={form.wrong ? 'Give the menu a name, such as Evening menu.' : undefined}
      >
        <Input
          value={draft.name}
          maxLength={120}
          onBlur={() => draft.name && form.mark()}
          onChange={(_event, data) => set({ name: data.value })}
        />
      </Field>
      <Field label="Description" hint="Shown to customers above the dishes.">
        <Textarea
          value={draft.description}
          maxLength={1000}
          onChange={(_event, data) => set({ description: data.value })}
        />
      </Field>
      <ImageField
        label="Photo"
        hint="Shown to customers above the dishes."
        url={draft.image_url}
        onChange={(image_url) => set({ image_url })}
      />
      <Field label="Status" hint={statuses[draft.status].meaning}>
        <Select value={draft.status} onChange={(_event, data) => set({ status: data.value as MenuBook['status'] })}>
          {Object.entries(statuses).map(([value, { name: word }]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Tax" hint="Of items that have a tax rate.">
        <Select
          value={draft.tax_mode}
          onChange={(_event, data) => set({ tax_mode: data.value as MenuBook['tax_mode'] })}
        >
          <option value="inclusive">Included in the prices</option>
          <option value="exclusive">Added to the prices</option>
        </Select>
      </Field>
      <CheckboxSet
        legend="Order types"
        isAllWhenEmpty
        all={orderTypes.filter((type) => type !== 'reservation')}
        chosen={draft.order_types}
        words={typeLabel}
        onChange={(order_types) => set({ order_types })}
      />
      <CheckboxSet
        legend="Where it is sold"
        isAllWhenEmpty
        all={ownChannels}
        chosen={draft.channels}
        words={sourceLabel}
        onChange={(channels) => set({ channels })}
      />
      <WindowsField
        windows={draft.availability_windows}
        always="Customers can order from this menu whenever you are open."
        onChange={(availability_windows) => set({ availability_windows })}
      />
    </FormDialog>
  );
}
