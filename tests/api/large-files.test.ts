import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORDER_IMPORT } from '../../contract/orders/import-calls.ts';
import { newId } from '../../server/platform/ids.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
});
afterAll(() => app.close());

/**
 * A file to a call as a form, and how many turns the event loop had until the answer: each turn could have answered somebody else. A file
 * that is read in pieces by the thread that answers has some hundred turns, however long each of them takes; one that another thread reads
 * leaves this one idle, with a turn each few microseconds.
 */
async function send(method: string, path: string, file: Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(file)]), 'file.csv');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = { authorization: `Bearer ${owner.token}` };
  const request = new Request(`http://localhost/backend${path}`, { method, headers, body: form });
  let turns = 0;
  let isAnswered = false;
  const turn = () => {
    turns += 1;
    if (!isAnswered) setImmediate(turn);
  };
  setImmediate(turn);
  const response = await app.fetch(request);
  isAnswered = true;
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, turns };
}

const filled = (bytes: number, head: string, row: string) => {
  const file = Buffer.alloc(bytes, row);
  file.write(head);
  return file;
};
const ENOUGH = 3000;

test('ten million commas leave the others their turns', async () => {
  const file = filled(ORDER_IMPORT.bytes, 'Order Number', ',');
  const { status, body, turns } = await send('PUT', `/orders/imports/${newId()}`, file);
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('The file has no column for');
  expect(turns).toBeGreaterThan(ENOUGH);
}, 120_000);

test('a long list of customers does, looked at without importing it', async () => {
  const row = `Ann Hale,ann@example.com,${'x'.repeat(260)}\n`;
  const file = filled(row.length * 3000, 'name,email,note\n', row).subarray(0, -row.length);
  const { status, turns } = await send('POST', '/customers/import', file, { dry_run: 'true' });
  expect(status).toBe(200);
  expect(turns).toBeGreaterThan(ENOUGH);
}, 120_000);

test('of a restaurant two large files arrive at once, six wait unread, one more is refused, and another restaurant does not wait', async () => {
  const other = await signUp(app);
  const bodies: ReadableStreamDefaultController[] = [];
  let read = 0;
  /** A body that began to arrive. */
  const stalled = () =>
    new ReadableStream<Uint8Array>(
      { start: (controller) => void bodies.push(controller), pull: () => void (read += 1) },
      { highWaterMark: 0 },
    );
  const sendStalled = async (token: string, body: ReadableStream<Uint8Array>) =>
    app.fetch(
      new Request(`http://localhost/backend/orders/imports/${newId()}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
        body,
        duplex: 'half',
      } as RequestInit),
    );
  const held = Array.from({ length: 9 }, () => sendStalled(owner.token, stalled()));
  const refused = await Promise.race(held);
  await expect.poll(() => read).toBe(2);
  expect([refused.status, refused.headers.get('retry-after'), read]).toEqual([429, '10', 2]);
  const others = sendStalled(other.token, stalled());
  await expect.poll(() => read).toBe(3);
  for (const body of bodies) body.close();
  const answers = await Promise.all([...held, others]);
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(422), 429].sort());
  const small = filled(300_000, 'Order Number', ',');
  expect((await send('PUT', `/orders/imports/${newId()}`, small)).status).toBe(422);
});
