import { useState } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
} from '@fluentui/react-components';
import type { MenuCategory } from '../../../contract/menu.ts';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import form from '../../ui/form.module.css';
import { createCategory, editCategory } from './mutations.ts';
import { useClosing } from '../../ui/use-closing.ts';

interface Props {
  menuId: string;
  /** null: a new one. */
  category: MenuCategory | null;
  nextPlace: number;
  onClose: () => void;
}

export function CategoryDialog({ menuId, category, nextPlace, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  const [name, setName] = useState(category?.name ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const words = name.trim();

  const save = () => {
    setIsChecked(true);
    if (words === '') return;
    if (!category)
      mutate(createCategory, { path: { id: menuId }, body: { id: newId(), name: words, sort_order: nextPlace } });
    else if (words !== category.name)
      mutate(editCategory, { path: { id: menuId, categoryId: category.id }, body: { name: words } });
    close();
  };

  return (
    <Dialog open={isOpen} onOpenChange={(_event, data) => !data.open && close()}>
      <DialogSurface className={form.dialog}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <DialogBody>
            <DialogTitle>{category ? `Rename “${category.name}”` : 'Add a category'}</DialogTitle>
            <DialogContent>
              <Field
                label="Name"
                required
                validationMessage={
                  isChecked && words === '' ? 'Give the category a name, such as Starters.' : undefined
                }
              >
                <Input value={name} maxLength={120} onChange={(_event, data) => setName(data.value)} />
              </Field>
            </DialogContent>
            <DialogActions>
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" appearance="primary">
                {category ? 'Rename category' : 'Add category'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
