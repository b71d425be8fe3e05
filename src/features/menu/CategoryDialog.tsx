import { Field, Input } from '@fluentui/react-components';
import type { MenuCategory } from '../../../contract/menu/calls.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { categoryFields } from '../../../contract/menu/menu-fields.ts';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import { ImageField } from '../../files/choose/ImageField.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { useDraftForm } from '../../ui/form/use-draft-form.ts';
import { PlainFields } from '../../components/fields/PlainFields.tsx';
import { draftOf, readDraft } from '../../components/fields/field-drafts.ts';
import { createCategory, editCategory } from './mutations.ts';
import { WindowsField } from '../../components/windows/WindowsField.tsx';

// None of them is an amount.
const { description: _, sort_order: __, is_active: ___, ...formFields } = categoryFields;

interface Props {
  menuId: string;
  /** null: a new category. */
  category: MenuCategory | null;
  nextPlace: number;
  onClose: () => void;
}

export function CategoryDialog({ menuId, category, nextPlace, onClose }: Props) {
  const form = useDraftForm(
    () => draftOf(formFields, category ?? {}, DEFAULT_CURRENCY),
    (typed) => {
      const wrong = new Set<string>();
      const values = readDraft(formFields, typed, DEFAULT_CURRENCY, wrong);
      return wrong.size > 0 ? { wrong } : { values };
    },
  );
  const { draft, set, wrong } = form;

  const save = () => {
    const fields = form.check();
    if (!fields) return false;
    if (!category)
      mutate(createCategory, { path: { id: menuId }, body: { id: newId(), ...fields, sort_order: nextPlace } });
    else {
      const body = form.changedIn(fields, category);
      if (Object.keys(body).length > 0) mutate(editCategory, { path: { id: menuId, categoryId: category.id }, body });
    }
    return true;
  };

  return (
    <FormDialog
      title={category ? `Edit “${category.name}”` : 'Add a category'}
      submitLabel={category ? 'Save category' : 'Add category'}
      onDo={save}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        validationMessage={wrong?.has('name') ? 'Give the category a name, such as Starters.' : undefined}
      >
        <Input value={draft.name} maxLength={120} onChange={(_event, data) => set({ name: data.value })} />
      </Field>
      <ImageField
        label="Photo"
        hint="Shown to customers above its dishes."
        url={draft.image_url}
        onChange={(image_url) => set({ image_url })}
      />
      <PlainFields fields={formFields} part="kitchen" draft={draft} wrong={wrong} example="" onChange={set} />
      <WindowsField
        windows={draft.availability_windows}
        always="Customers can order from this category whenever you are open."
        onChange={(availability_windows) => set({ availability_windows })}
      />
    </FormDialog>
  );
}
