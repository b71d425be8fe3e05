import '../../platform/yield-to-requests.ts';
import { workerData } from 'node:worker_threads';
import type { ImportMapping } from '../../../contract/customers/import-calls.ts';
import { post, postParts } from '../../import/post.ts';
import { withoutPerson } from './forget-rows.ts';
import { readFile, type ReadFile } from './read-file.ts';

export type ThreadInput =
  | { kind: 'read'; content: Uint8Array; mapping: ImportMapping | null; countryCode: string | null }
  | { kind: 'forget'; content: Uint8Array; texts: readonly string[] };

export type CustomersDone = { fault: string } | Omit<ReadFile, 'rows'>;
export type ForgetDone = { content: Uint8Array | null };

const input = workerData as ThreadInput;
if (input.kind === 'read') {
  const read = await readFile(input.content, input.mapping, input.countryCode);
  if ('fault' in read) post({ done: read });
  else {
    const { rows, ...done } = read;
    postParts(rows);
    post({ done });
  }
} else post({ done: { content: withoutPerson(input.content, input.texts) } satisfies ForgetDone });
