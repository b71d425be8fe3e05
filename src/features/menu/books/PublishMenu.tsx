import { Button } from '@fluentui/react-components';
import type { Mirrored } from '../../../data/db.ts';
import { setStatus } from './status.ts';

/** Publishes a draft with one press. */
export const PublishMenu = ({ book }: { book: Mirrored<'menu_books'> }) => (
  <Button
    className="g-rigid"
    appearance="primary"
    aria-label={`Publish ${book.name}`}
    onClick={() => setStatus(book, 'published')}
  >
    Publish
  </Button>
);
