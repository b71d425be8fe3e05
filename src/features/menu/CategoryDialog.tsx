import { useState } from 'react';
import { Field, Input } from '@fluentui/react-components';
import type { MenuCategory } from '../../../contract/menu/calls.ts';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { createCategory, editCategory } from './mutations.ts';

interface Props {
  menuId: string;
  /** null: a new one. */
  category: MenuCategory | null;
  nextPlace: number;
  onClose: () => void;
}

export function CategoryDialog({ menuId, category, nextPlace, onClose }: Props) {
  const [name, setName] = useState(category?.name ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const words = name.trim();

  const save = () => {
    setIsChecked(true);
    if (words === '') return false;
    if (!category)
      mutate(createCategory, { path: { id: menuId }, body: { id: newId(), name: words, sort_order: nextPlace } });
    else if (words !== category.name)
      mutate(editCategory, { path: { id: menuId, categoryId: category.id }, body: { name: words } });
    return true;
  };

  return (
    <FormDialog
      title={category ? `Rename “${category.name}”` : 'Add a category'}
      doWords={category ? 'Rename category' : 'Add category'}
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
    </FormDialog>
  );
}
