import { useRef, useState } from 'react';
import { Button, Field, Select } from '@fluentui/react-components';
import { Camera20Regular, Delete16Regular, DocumentAdd20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { MenuBook } from '../../../../contract/menu/calls.ts';
import { MENU_UPLOAD } from '../../../../contract/menu/upload-calls.ts';
import { links } from '../../../links.ts';
import { useSession } from '../../../session/session.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { uploadErrorLabels } from './labels.ts';
import { queueFiles, type Queued } from './queue-files.ts';
import css from './upload.module.css';

const TYPES = 'image/jpeg,image/png,image/webp,application/pdf';

interface Props {
  books: Pick<MenuBook, 'id' | 'name'>[];
  menuId: string | null;
}

/** The pages of a menu, in their order, and the menu that they belong to. */
export function ChooseFiles({ books, menuId }: Props) {
  const [files, setFiles] = useState<File[]>([]);
  const [bookId, setBookId] = useState(menuId ?? '');
  const [isSending, setIsSending] = useState(false);
  const [fault, setFault] = useState('');
  const [, navigate] = useLocation();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const { restaurant } = useSession();
  const isOnline = useIsOnline();

  const add = (list: FileList | null) => {
    const chosen = [...files, ...(list ?? [])];
    setFault(faultOf(chosen));
    setFiles(chosen.slice(0, MENU_UPLOAD.files));
  };
  const read = async () => {
    if (isSending) return;
    if (files.length === 0) return setFault('Take a photo or choose a file first.');
    const wrong = faultOf(files);
    if (wrong) return setFault(wrong);
    setIsSending(true);
    setFault('');
    const target = { bookId: bookId || null, restaurantId: restaurant?.id ?? '' };
    const queued = await queueFiles(files, target).finally(() => setIsSending(false));
    if (queued.kind === 'queued') navigate(links.menuUpload({ upload: queued.id }), { replace: true });
    else setFault(notQueued[queued.kind]);
  };

  return (
    <div
      className={`g-stack g-gap-16 ${css.choose}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer.files);
      }}
    >
      <div className={`g-stack g-gap-12 g-centered ${css.drop}`}>
        <p className="g-text-16 g-strong">Photograph each page straight from above, in good light</p>
        <p className="g-soft">
          Or choose a PDF. Galley reads categories, dishes and prices. You check them before anything is on your menu.
        </p>
        <div className="g-flex g-wrap g-middle g-gap-12">
          <Button icon={<Camera20Regular />} onClick={() => camera.current?.click()}>
            Take a photo
          </Button>
          <Button icon={<DocumentAdd20Regular />} onClick={() => picker.current?.click()}>
            Choose files
          </Button>
        </div>
        {!isOnline && (
          <p className="g-warn">You are offline. The pages wait on this device and are read when you are connected.</p>
        )}
        <p className="g-text-13 g-faint">JPEG, PNG, WebP or PDF, up to 10 MB each and 12 pages in all.</p>
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          aria-label="Take a photo"
          onChange={(event) => add(event.target.files)}
        />
        <input
          ref={picker}
          type="file"
          accept={TYPES}
          multiple
          hidden
          aria-label="Choose files"
          onChange={(event) => add(event.target.files)}
        />
      </div>
      {files.length > 0 && (
        <ol className={`g-stack g-gap-4 ${css.files}`} aria-label="Pages">
          {files.map((file, index) => (
            <li key={`${file.name}-${file.size}-${file.lastModified}`} className="g-row g-gap-8 g-rule-below">
              <span className="g-fill g-truncate">{file.name}</span>
              <span className="g-faint g-digits">{sizeOf(file.size)}</span>
              <Button
                appearance="subtle"
                icon={<Delete16Regular />}
                aria-label={`Remove ${file.name}`}
                onClick={() => setFiles(files.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ol>
      )}
      {books.length > 0 && (
        <Field label="Menu" hint="With a menu of yours, you see what is new and which prices differ.">
          <Select value={bookId} onChange={(_event, data) => setBookId(data.value)}>
            <option value="">A new menu</option>
            {books.map((book) => (
              <option key={book.id} value={book.id}>
                {book.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <p className="g-bad" aria-live="assertive">
        {fault}
      </p>
      <div>
        <Button
          appearance={files.length > 0 ? 'primary' : 'secondary'}
          disabledFocusable={isSending}
          onClick={() => void read()}
        >
          {isSending ? 'Saving …' : 'Read the menu'}
        </Button>
      </div>
    </div>
  );
}

const notQueued: Record<Exclude<Queued['kind'], 'queued'>, string> = {
  full: 'This device has no room for these pages. Make some room, or choose fewer, then try again.',
  too_many: 'Too many files wait to be sent. Connect this device first.',
  unreadable: 'A file can no longer be opened. Choose it again.',
};

function faultOf(files: File[]): string {
  if (files.some(({ size }) => size === 0)) return uploadErrorLabels.file_empty;
  if (files.length > MENU_UPLOAD.files) return uploadErrorLabels.too_many_pages;
  if (files.some(({ size }) => size > MENU_UPLOAD.fileBytes)) return uploadErrorLabels.file_too_large;
  return '';
}

const sizeOf = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
