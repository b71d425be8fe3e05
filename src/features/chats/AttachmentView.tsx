import { useState } from 'react';
import { Document20Regular, Image20Regular, MicRegular, Video20Regular } from '@fluentui/react-icons';
import { readFile, type Attachment } from '../../../contract/chats/calls.ts';
import { send } from '../../api/send.ts';
import { showRefused } from '../../ui/page/toast.ts';
import css from './stream.module.css';

const icons = {
  image: <Image20Regular aria-hidden="true" />,
  audio: <MicRegular aria-hidden="true" fontSize={20} />,
  video: <Video20Regular aria-hidden="true" />,
  document: <Document20Regular aria-hidden="true" />,
};
const names = { image: 'Photo', audio: 'Voice message', video: 'Video', document: 'Document' };
const states = {
  loading: 'is being fetched from WhatsApp',
  too_large: 'is too large for Galley. See it on the restaurant’s phone',
  failed: 'could not be fetched. See it on the restaurant’s phone',
};

/** A file of a message. It is on the server only, so it is loaded when somebody wants to see it. */
export function AttachmentView({ chatId, file }: { chatId: string; file: Attachment }) {
  const [url, setUrl] = useState<string | null>(null);
  const name = file.file_name ?? names[file.kind];

  async function show() {
    const result = await send(readFile, { path: { id: chatId, fileId: file.id } });
    if (!result.ok)
      return showRefused(
        `${name} cannot be shown now`,
        result.kind === 'offline' ? 'Files are on the server. Try again when you are online.' : result.error.message,
      );
    const isInline =
      (file.kind === 'image' || file.kind === 'audio') && !result.data.mime_type.startsWith('application/');
    if (isInline) return setUrl(result.data.data_url);
    const link = document.createElement('a');
    link.href = result.data.data_url;
    link.download = name;
    link.click();
    return undefined;
  }

  if (file.state !== 'stored')
    return (
      <p className="g-row g-gap-6 g-faint g-size-13">
        {icons[file.kind]} {name} {states[file.state]}
      </p>
    );
  if (url && file.kind === 'image') return <img className={css.picture} src={url} alt={name} />;
  // A voice message has no captions.
  // eslint-disable-next-line jsx-a11y/media-has-caption
  if (url) return <audio className={css.sound} src={url} controls autoPlay aria-label={name} />;
  return (
    <button type="button" className={`g-row g-gap-6 g-strong ${css.file}`} onClick={() => void show()}>
      {icons[file.kind]} {verbs[file.kind]}{' '}
      {file.file_name ? <bdi>{file.file_name}</bdi> : names[file.kind].toLowerCase()}
    </button>
  );
}

const verbs = { image: 'Show', audio: 'Play', video: 'Download', document: 'Download' };
