import { useId, useRef, useState } from 'react';
import { Attach20Regular } from '@fluentui/react-icons';
import { CHAT_FILE_BYTES, storeFile, type Attachment } from '../../../contract/chats/calls.ts';
import { whyNot } from '../../api/online-reasons.ts';
import { send } from '../../api/send.ts';
import { newId } from '../../data/ids.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { showToast } from '../../ui/toast.ts';
import css from './composer.module.css';
import { clip } from '../../../contract/clip.ts';

interface Props {
  chatId: string;
  /** The file is at the server, and a reply may name it. */
  onStored: (file: Attachment) => void;
}

/** Sends a picture or a PDF to the server for a reply. */
export function AttachButton({ chatId, onStored }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setIsSending] = useState(false);
  const why = whyNot('chat_file', useIsOnline());
  const whyId = useId();

  async function store(file: File) {
    if (file.size > CHAT_FILE_BYTES)
      return showToast({ title: 'The file is too large', detail: 'WhatsApp takes up to 5 MB.' });
    setIsSending(true);
    const data = await toBase64(file);
    const body = { file_name: clip(file.name, 200, ''), data };
    const result = await send(storeFile, { path: { id: chatId, fileId: newId() }, body });
    setIsSending(false);
    if (result.ok) return onStored(result.data);
    return showToast({
      title: 'The file was not sent',
      detail:
        result.kind === 'offline'
          ? 'The server did not answer. Try again.'
          : (result.error.field_errors?.data ?? result.error.message),
    });
  }

  return (
    <>
      <button
        type="button"
        className={`g-center g-soft ${css.attach}`}
        aria-describedby={whyId}
        aria-disabled={isSending || why !== null}
        title={why ?? 'Attach a file'}
        onClick={() => !isSending && why === null && input.current?.click()}
      >
        <Attach20Regular aria-hidden="true" />
        <span className="g-hidden">Attach a file</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,application/pdf"
        aria-label="File"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void store(file);
        }}
      />
      <span id={whyId} className="g-hidden">
        {why}
      </span>
    </>
  );
}

const toBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsDataURL(file);
  });
