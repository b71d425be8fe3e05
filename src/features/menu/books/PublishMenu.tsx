import { Button } from '@fluentui/react-components';
import type { MenuBook } from '../../../../contract/menu/calls.ts';
import { mutate } from '../../../data/mutate.ts';
import { showToast } from '../../../ui/toast.ts';
import { editBook } from '../mutations.ts';

/** Publishes a draft with one press. */
export function PublishMenu({ book: { id, name } }: { book: Pick<MenuBook, 'id' | 'name'> }) {
  const publish = () => {
    mutate(editBook, { path: { id }, body: { status: 'published' } });
    showToast({ title: `“${name}” is published` });
  };
  return (
    <Button className="g-rigid" appearance="primary" aria-label={`Publish ${name}`} onClick={publish}>
      Publish
    </Button>
  );
}
