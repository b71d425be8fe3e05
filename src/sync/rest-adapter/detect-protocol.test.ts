import { expect, test } from 'vitest';
import { openRestTablet } from '../../../tests/support/rest-server/tablet.ts';
import { probeServer } from './detect-protocol.ts';

const DAY_MS = 24 * 3_600_000;

test('detects the protocol once, and without it daily (R18)', async () => {
  const { engine, line, server, time } = await openRestTablet();
  const asked = () => server.log.filter((log) => log.call === 'GET /sync/hello').length;
  for (let start = 0; start < 3; start++) expect((await probeServer(engine, line.request)).kind).toBe('plain');
  expect(asked()).toBe(1);
  await time.pass(DAY_MS + 1, async () => undefined);
  expect((await probeServer(engine, line.request)).kind).toBe('plain');
  expect(asked()).toBe(2);
});

test('an unreachable or failing server proves nothing', async () => {
  const { engine, line } = await openRestTablet();
  line.fate = () => 'lost';
  expect(await probeServer(engine, line.request)).toMatchObject({ kind: 'closed', gate: 'offline' });
  line.fate = () => ({ status: 502 });
  expect(await probeServer(engine, line.request)).toMatchObject({ kind: 'closed', gate: 'backoff' });
  line.fate = () => ({ status: 401 });
  expect(await probeServer(engine, line.request)).toMatchObject({ kind: 'closed', gate: 'auth' });
  const speaks = async () => ({ kind: 'ok' as const, data: { json: { data: { epoch: 'e' } }, at: null } });
  expect((await probeServer(engine, speaks)).kind).toBe('protocol');
});

test("a proxy's 404 holds only until the next start (R31)", async () => {
  const { db, engine, line, server } = await openRestTablet();
  line.fate = () => ({ status: 404 });
  expect((await probeServer(engine, line.request)).kind).toBe('plain');
  expect((await db.sync.get('plainSince'))?.value).toBeTruthy();
  line.fate = () => 'answered';
  for (let start = 0; start < 2; start++) expect((await probeServer(engine, line.request)).kind).toBe('plain');
  expect(server.log.filter((log) => log.call === 'GET /sync/hello')).toHaveLength(1);
});
