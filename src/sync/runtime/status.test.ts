import { afterEach, expect, test, vi } from 'vitest';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { openTablet, START } from '../../../tests/support/tablet.ts';
import { makeStatus } from './status.ts';

async function line() {
  const tablet = await openTablet({ transport: makeServer().transport });
  const put = vi.spyOn(tablet.db.sync, 'put');
  return {
    tablet,
    put,
    status: makeStatus(tablet.db, tablet.engine.clock),
    stored: async () => (await tablet.db.sync.get('status'))?.value,
  };
}

afterEach(() => void vi.restoreAllMocks());

test('the same status is written once', async () => {
  const { put, status } = await line();
  await status.gate('open');
  await status.gate('open');
  await status.gate('backoff', { nextTryAt: 5 });
  await status.gate('backoff', { nextTryAt: 5 });
  await status.gate('backoff', { nextTryAt: 9 });
  expect(put).toHaveBeenCalledTimes(3);
});

test('corrects the status of an outdated leader (R29)', async () => {
  const { tablet, status, stored } = await line();
  await status.gate('open');
  await makeStatus(tablet.db, tablet.engine.clock).gate('offline', { nextTryAt: 5 });
  await status.gate('open');
  expect(await stored()).toMatchObject({ gate: 'open', since: null, nextTryAt: null });
});

test('a block says since when; another one starts anew', async () => {
  const { tablet, status, stored } = await line();
  await status.gate('offline', { nextTryAt: 1 });
  await tablet.pass(1000);
  await status.gate('offline', { nextTryAt: 2 });
  expect(await stored()).toMatchObject({ gate: 'offline', since: new Date(START).toISOString(), nextTryAt: 2 });
  await status.gate('auth', { requestId: 'req-1' });
  expect(await stored()).toEqual({
    gate: 'auth',
    since: new Date(START + 1000).toISOString(),
    nextTryAt: null,
    requestId: 'req-1',
    phase: 'idle',
  });
  await status.gate('open');
  expect(await stored()).toMatchObject({ gate: 'open', since: null, requestId: null });
});

test('keeps since when it is offline after a reload', async () => {
  const { tablet, status, stored } = await line();
  await status.gate('offline', { nextTryAt: 1 });
  await tablet.pass(60_000);
  const afterReload = makeStatus(tablet.db, tablet.engine.clock);
  await afterReload.gate('offline', { nextTryAt: 2 });
  expect(await stored()).toMatchObject({ since: new Date(START).toISOString(), nextTryAt: 2 });
  await afterReload.gate('open');
  await makeStatus(tablet.db, tablet.engine.clock).gate('offline', { nextTryAt: 3 });
  expect(await stored()).toMatchObject({ since: new Date(START + 60_000).toISOString() });
});

test('only a long exchange changes the phase', async () => {
  const { tablet, put, status, stored } = await line();
  await status.gate('open');
  status.phase('pushing');
  await tablet.pass(399);
  status.phase('idle');
  await tablet.pass(5000);
  expect(put).toHaveBeenCalledTimes(1);
  status.phase('loading');
  await tablet.pass(400);
  expect(await stored()).toMatchObject({ gate: 'open', phase: 'loading' });
  status.phase('idle');
  await tablet.untilIdle();
  expect(await stored()).toMatchObject({ phase: 'idle' });
});

test('a failed write is repeated the next time', async () => {
  const { put, status, stored } = await line();
  await status.gate('offline');
  put.mockRejectedValueOnce(new Error('Connection lost'));
  await expect(status.gate('open')).rejects.toThrow('Connection lost');
  await status.gate('open');
  expect(await stored()).toMatchObject({ gate: 'open' });
});
