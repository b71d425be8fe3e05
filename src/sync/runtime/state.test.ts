import { expect, test } from 'vitest';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { dish, pathOf } from '../../../tests/support/rows.ts';
import { openTablet } from '../../../tests/support/tablet.ts';
import { mutateIn } from '../../data/mutate.ts';
import { editItem, setAvailability } from '../../features/menu/mutations.ts';
import { readSyncState } from './state.ts';
import { makeStatus } from './status.ts';

const path = pathOf(dish(100));

test('a new device is open, empty and incomplete', async () => {
  const tablet = await openTablet({ transport: makeServer().transport });
  expect(await readSyncState(tablet.db)).toEqual({
    gate: 'open',
    isDown: false,
    isDiskFull: false,
    since: null,
    phase: 'idle',
    nextTryAt: null,
    waiting: 0,
    attention: 0,
    lastPullAt: null,
    isComplete: false,
  });
});

test('tells pending, failed and saved mutations apart', async () => {
  const server = makeServer();
  server.put('menu_items', dish(100));
  server.refusals.set('menu.editItem', { code: 'invalid_fields', message: 'No' });
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  await mutateIn(tablet.store, editItem, { path, body: { name: 'x' } }).durable;
  await mutateIn(tablet.store, setAvailability, { path, body: { availability_status: 'hidden' } }).durable;
  expect(await readSyncState(tablet.db)).toMatchObject({ waiting: 2, attention: 0, isComplete: true });
  await tablet.push();
  // The server has the second one. That no pull has confirmed it yet does not concern the person.
  expect(await readSyncState(tablet.db)).toMatchObject({ waiting: 0, attention: 1 });
  await makeStatus(tablet.db, tablet.engine.clock).gate('backoff', { nextTryAt: 7 });
  expect(await readSyncState(tablet.db)).toMatchObject({ gate: 'backoff', nextTryAt: 7 });
});
