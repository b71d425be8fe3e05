import type { ImportMapping } from '../../../contract/customers/import-calls.ts';
import { READ_AT_ONCE, readInThread, tooLong } from '../../import/read-in-thread.ts';
import { withoutPerson } from './forget-rows.ts';
import { readFile, type ReadFile } from './read-file.ts';
import type { CustomersDone, ForgetDone, ThreadInput } from './thread.ts';

/** Waits for nobody's turn: a request waits for it, with the lock of its space. Smaller, and one at a time of each restaurant. */
export async function readCustomerFile(
  content: Uint8Array,
  mapping: ImportMapping | null,
  { country_code: countryCode }: { country_code: string | null },
): Promise<ReadFile | { fault: string }> {
  if (content.length <= READ_AT_ONCE) return readFile(content, mapping, countryCode);
  const read = await inThread<CustomersDone, ReadFile['rows'][number]>({ kind: 'read', content, mapping, countryCode });
  if (!read) return tooLong;
  return 'fault' in read.done ? read.done : { ...read.done, rows: read.parts };
}

/** A waiting file without a person's rows; null: it has none. What cannot be read within the time is not kept. Waits for no other. */
export async function forgetInFile(content: Uint8Array, texts: readonly string[]): Promise<Uint8Array | null> {
  if (content.length <= READ_AT_ONCE) return withoutPerson(content, texts);
  const read = await inThread<ForgetDone, never>({ kind: 'forget', content, texts });
  return read ? read.done.content : new Uint8Array();
}

const inThread = <Done, Part>(input: ThreadInput) =>
  readInThread<Done, Part>(new URL('./thread.ts', import.meta.url), input);
