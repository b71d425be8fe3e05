import { expect, test } from 'vitest';
import { makeRestServer, type RestServer } from './rest-server.ts';
import { seed } from './seed.ts';
import type { RestAnswer } from './values.ts';

const NOW = Date.parse('2026-11-20T19:00:00.000Z');

function open(): { server: RestServer; call: (line: string, body?: unknown) => RestAnswer } {
  const server = makeRestServer(() => NOW);
  seed(server.store, { orders: 40 });
  let token: string | null = null;
  const call = (line: string, body: unknown = null) => {
    const [method = '', url = ''] = line.split(' ');
    const { pathname: path, searchParams } = new URL(url, 'http://plain.test');
    return server.handle({ method, path, query: Object.fromEntries(searchParams), token, body });
  };
  const signedIn = call('POST /auth/login', server.store.owner).body as { data: { token: string } };
  token = signedIn.data.token;
  return { server, call };
}

test('has the specified calls and no additions', () => {
  const { server, call } = open();
  const added = ['GET /sync/hello', 'POST /sync/push', 'POST /sync/pull', 'GET /sync/stream', 'POST /orders'];
  for (const line of added) expect(call(line, {}).status).toBe(404);
  expect(call('GET /orders').status).toBe(200);
  expect(server.log.filter((line) => !line.isSpecified).map((line) => line.call)).toEqual(added);
});

test("names the paging of one list meta, another's meta_data", () => {
  const { call } = open();
  expect(call('GET /orders?limit=15&page_no=3').body).toMatchObject({
    data: { length: 10 },
    meta_data: { total_count: 40, page_count: 3, has_next_page: false },
  });
  expect(call('GET /customers?limit=2').body).toMatchObject({
    data: { customers: { length: 2 } },
    meta: { total_count: 3, has_next_page: true },
  });
});

test('accepts a message twice but no repeated order step (R18)', () => {
  const { server, call } = open();
  const chat = server.store.rows.chats[0]!;
  for (let n = 0; n < 2; n++) call(`POST /chat/${chat.id}/message`, { message: 'Two minutes' });
  expect(server.store.rows.messages.filter((message) => message['message'] === 'Two minutes')).toHaveLength(2);
  const { id } = server.store.rows.orders[0]!;
  const accept = () => call(`POST /orders/${id}/status`, { order_id: id, order_status: 'accepted' }).status;
  expect([accept(), accept()]).toEqual([200, 409]);
});
