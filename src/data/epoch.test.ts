import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { openTablet } from '../../tests/support/tablet.ts';
import { makeServer } from '../../tests/support/reference-server.ts';
import { WRITE_EPOCH } from './db.ts';
import { followEpoch } from './epoch.ts';
import { soon } from '../../tests/support/soon.ts';

test('reports at once that newer code took the database over (R16)', async () => {
  const { store, db } = await openTablet({ transport: makeServer().transport });
  const told = vi.fn<() => void>();
  store.onOutdated = told;
  const leave = followEpoch(store);
  await db.sync.put({ name: 'writeEpoch', value: WRITE_EPOCH });
  await db.sync.put({ name: 'status', value: null });
  expect(told).not.toHaveBeenCalled();
  await db.sync.put({ name: 'writeEpoch', value: WRITE_EPOCH + 1 });
  await soon(() => expect(told).toHaveBeenCalledOnce());
  leave();
});
