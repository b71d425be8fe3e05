import { useRef } from 'react';
import { Attach20Regular } from '@fluentui/react-icons';
import { CHAT_FILE_BYTES, storeFile, type Attachment } from '../../../contract/chats/calls.ts';
import { clip } from '../../../contract/clip.ts';
import { failureText } from '../../api/failure-text.ts';
import { send } from '../../api/send.ts';
import { useAction } from '../../api/use-action.ts';
import { newId } from '../../data/ids.ts';
import { FilePicker } from '../../ui/form/FilePicker.tsx';
import { showRefused } from '../../ui/page/toast.ts';
import css from './composer.module.css';

interface Props {
  chatId: string;
  /** The file is at the server, and a reply may name it. */
  onStored: (file: Attachment) => void;
}

/** Sends a picture or a PDF to the server for a reply. */
export function AttachButton({ chatId, onStored }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { run, isBlocked, why, stateId } = useAction(storeFile);

  async function store(file: File) {
    if (file.size > CHAT_FILE_BYTES) return showRefused('The file is too large', 'WhatsApp takes up to 5 MB.');
    const result = await run(async () => {
      const body = { file_name: clip(file.name, 200, ''), data: await toBase64(file) };
      return send(storeFile, { path: { id: chatId, fileId: newId() }, body });
    });
    if (!result) return;
    if (result.ok) onStored(result.data);
    else showRefused('The file was not sent', failureText(result));
  }

  return (
    <>
      <button
        type="button"
        className={`g-center g-square g-soft ${css.attach}`}
        aria-describedby={stateId}
        aria-disabled={isBlocked}
        title={why ?? 'Attach a file'}
        onClick={() => !isBlocked && input.current?.click()}
      >
        <Attach20Regular aria-hidden="true" />
        <span className="g-hidden">Attach a file</span>
      </button>
      <FilePicker
        ref={input}
        accept="image/jpeg,image/png,application/pdf"
        label="File"
        onChoose={(file) => void store(file)}
      />
      <span id={stateId} className="g-hidden">
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
