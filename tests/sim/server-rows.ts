import type { Row } from '../../contract/entity.ts';
import type { PullReply } from '../../src/sync/protocol/transport.ts';
import { callApi } from '../support/api.ts';
import type { SimRestaurant } from './restaurant.ts';
import type { SimServer } from './server.ts';

/** All rows that a new device would load. */
export async function readServerRows(
  server: Pick<SimServer, 'fetch'>,
  { token }: Pick<SimRestaurant, 'token'>,
): Promise<Record<string, Row[]>> {
  const rows: Record<string, Row[]> = {};
  let snapshot: PullReply['snapshot'];
  do {
    const body = {
      client_id: '00000000-0000-4000-8000-000000000001',
      schema: 1,
      cursor: null,
      ...(snapshot ? { snapshot } : {}),
    };
    const { data } = await callApi<PullReply>((request) => server.fetch(request), 'POST', '/sync/pull', {
      token,
      body,
    });
    for (const [table, puts] of Object.entries(data.puts)) (rows[table] ??= []).push(...(puts as Row[]));
    snapshot = data.snapshot;
  } while (snapshot);
  return rows;
}
