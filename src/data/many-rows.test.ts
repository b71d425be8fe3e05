import { expect, test } from 'vitest';
import { makeServer } from '../../tests/support/reference-server.ts';
import { category, dish, id, pathOf } from '../../tests/support/rows.ts';
import { breaches, openTablet } from '../../tests/support/tablet.ts';
import { removeItems, setAvailability } from '../features/menu/mutations.ts';
import { mutateIn } from './mutate.ts';

/** A tablet with `count` dishes; every `step`-th has a pending mutation, none where it is 0. */
async function kitchen(count: number, step: number) {
  const server = makeServer();
  const dishes = Array.from({ length: count }, (_, i) => dish(100 + i));
  server.put('menu_items', ...dishes);
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  for (let i = 0; step > 0 && i < count; i += step)
    await mutateIn(tablet.store, setAvailability, {
      path: pathOf(dishes[i]!),
      body: { availability_status: 'sold_out' },
    }).durable;
  const remove = () =>
    mutateIn(tablet.store, removeItems, {
      path: { id: id(1), categoryId: category.id },
      body: { item_ids: dishes.map((one) => one.id) },
    });
  return { tablet, remove };
}

test.each([
  [5, 0],
  [5, 1],
  [5, 2],
  [120, 0],
  [120, 1],
  [120, 3],
])('stores %i rows and their entry in one transaction (R3)', async (count, step) => {
  const { tablet, remove } = await kitchen(count, step);
  const commits: string[][] = [];
  tablet.disk.onCommit(({ touched }) => commits.push([...touched.keys()]));
  await remove().durable;
  expect(commits).toHaveLength(1);
  expect(commits[0]).toContain('outbox');
  expect(await breaches(tablet.db)).toEqual([]);
});

test('keeps nothing of several rows when any one write fails (R3)', async () => {
  for (let succeed = 0; ; succeed++) {
    const { tablet, remove } = await kitchen(5, 2);
    const before = await tablet.db.outbox.count();
    let commits = 0;
    tablet.disk.onCommit(() => (commits += 1));
    tablet.disk.fillUp(succeed, 1);
    const { key, durable } = remove();
    const isStored = await Promise.race([
      durable.then(
        () => true,
        () => false,
      ),
      tablet.untilIdle().then(() => false),
    ]);
    expect(await breaches(tablet.db), `after ${succeed} writes`).toEqual([]);
    expect(await tablet.db.outbox.count()).toBe(before + (isStored ? 1 : 0));
    expect(commits).toBe(isStored ? 1 : 0);
    if (isStored) {
      expect(succeed).toBeGreaterThan(5);
      return expect(await tablet.db.outbox.where('key').equals(key).count()).toBe(1);
    }
  }
});
