import * as calls from '../../../../contract/customers/import-calls.ts';
import { send } from '../../../api/send.ts';

export const readImport = (id: string, signal: AbortSignal) => send(calls.getImport, { path: { id } }, { signal });
export const readRejects = (id: string) => send(calls.getImportRejects, { path: { id } });
