import { getStorage } from '../../../../contract/account/calls.ts';
import { useQuery } from '../../../api/use-server-data.ts';

const MB = 1024 * 1024;
const size = (bytes: number) =>
  bytes < 1024 * MB ? `${Math.ceil(bytes / MB)} MB` : `${(bytes / MB / 1024).toFixed(1)} GB`;

/** The room that pictures and other files take on the server, once it has said so. */
export function StorageLine() {
  const { answer } = useQuery(getStorage, {});
  if (!answer?.ok) return null;
  const { pictures_bytes: pictures, chat_files_bytes: chats, import_bytes: imports, limit_bytes: limit } = answer.data;
  const all = pictures + chats + imports;
  return (
    <p className={all >= limit ? 'g-bad' : 'g-soft'}>
      {`Files on the server: ${size(all)} of ${size(limit)} (pictures ${size(pictures)}, chats ${size(chats)}, imports ${size(imports)}).`}
      {all >= limit && ' No more pictures can be added: delete dishes or pictures that you do not need.'}
    </p>
  );
}
