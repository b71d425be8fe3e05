import type { getImportRejects } from '../../contract/customers/import-calls.ts';
import type { getOrderImportRejects } from '../../contract/orders/import-calls.ts';
import { send } from './send.ts';
import { useReadAgain, type ServerData } from './use-server-data.ts';

const READ_AGAIN_MS = 1000;

/** An import, read again until it is over. `mayWait`: the server does not know it yet, because its file is still on this device. */
export function useImport<Row extends { status: string }>({ answer, ask }: ServerData<Row>, { mayWait = false } = {}) {
  const row = answer?.ok ? answer.data : null;
  const isLost = !mayWait && answer?.ok === false && answer.kind === 'refused';
  const isOver = row?.status === 'done' || row?.status === 'failed' || isLost;
  useReadAgain(!isOver, ask, READ_AGAIN_MS);
  return { row, isOver };
}

/** The rows that cannot be read; null: they could not be downloaded. */
export async function readRejects(call: typeof getImportRejects | typeof getOrderImportRejects, id: string) {
  const result = await send<typeof call>(call, { path: { id } });
  return result.ok ? result.data : null;
}
