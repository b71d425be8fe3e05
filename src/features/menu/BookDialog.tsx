import { useState } from 'react';
import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import { useLocation } from 'wouter';
import type { MenuBook } from '../../../contract/menu/calls.ts';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import { links } from '../../routes.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { createBook, editBook } from './mutations.ts';

interface Props {
  /** null: a new one. */
  book: MenuBook | null;
  nextPlace: number;
  onClose: () => void;
}

export function BookDialog({ book, nextPlace, onClose }: Props) {
  const [, navigate] = useLocation();
  const [name, setName] = useState(book?.name ?? '');
  const [description, setDescription] = useState(book?.description ?? '');
  const [status, setStatus] = useState<MenuBook['status']>(book?.status ?? 'draft');
  const [isChecked, setIsChecked] = useState(false);
  const isWrong = name.trim() === '';

  const save = () => {
    setIsChecked(true);
    if (isWrong) return false;
    if (book) {
      const changed = {
        ...(name.trim() !== book.name && { name: name.trim() }),
        ...(description !== book.description && { description }),
        ...(status !== book.status && { status }),
      };
      if (Object.keys(changed).length > 0) mutate(editBook, { path: { id: book.id }, body: changed });
    } else {
      const id = newId();
      mutate(createBook, { body: { id, name: name.trim(), description, status, sort_order: nextPlace } });
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
      <Field label="State" hint="Customers see a published menu only.">
        <Select value={status} onChange={(_event, data) => setStatus(data.value as MenuBook['status'])}>
          <option value="draft">Draft</option>
          <option value="published">Published</option>
          <option value="archived">Archived</option>
        </Select>
      </Field>
    </FormDialog>
  );
}
