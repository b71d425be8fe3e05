import { describe, expect, test, vi } from 'vitest';
import { makeServer } from '../../tests/support/reference-server.ts';
import { dish, pathOf } from '../../tests/support/rows.ts';
import { openTablet, START } from '../../tests/support/tablet.ts';
import { makeTime } from '../../tests/sim/virtual-clock.ts';
import { editItem } from '../features/menu/mutations.ts';
import { forgetLastMutation, keepLastMutation, loadLastMutation } from './last-mutation.ts';
import { mutateIn } from './mutate.ts';

const korma = dish(100);

function makeMemory() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

/** Pages of one tablet, one after the other, each with its own clock. */
async function tablet(memory: ReturnType<typeof makeMemory> | null = makeMemory()) {
  const server = makeServer();
  server.put('menu_items', korma);
  const first = await openTablet({ transport: server.transport });
  await first.load();
  const { disk } = first;
  return {
    async page(now: number) {
      const page = await openTablet({ transport: server.transport, disk, time: makeTime(now) });
      page.store.lastMutation = keepLastMutation(page.db.name, memory);
      await loadLastMutation(page.store);
      const setPrice = async (price_amount: number) => {
        const { key, durable } = mutateIn(page.store, editItem, { path: pathOf(korma), body: { price_amount } });
        const occurredAt = page.store.unsaved.get(key)!.entry.occurredAt;
        await durable;
        return { key, occurredAt };
      };
      return { ...page, setPrice };
    },
  };
}

const HOUR = 3_600_000;

describe('a mutation that is made later', () => {
  test('is newer after a reload with the clock set back (R22, R44)', async () => {
    const { page } = await tablet();
    const older = await (await page(START)).setPrice(900);
    const newer = await (await page(START - HOUR)).setPrice(950);
    expect([newer.occurredAt > older.occurredAt, newer.key > older.key]).toEqual([true, true]);
  });

  test('is newer in another tab at the same time (R10, R22)', async () => {
    const { page } = await tablet();
    const [left, right] = [await page(START), await page(START)];
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await left.setPrice(n), await right.setPrice(n));
    const keys = made.map(({ key }) => key);
    const times = made.map(({ occurredAt }) => occurredAt);
    expect([keys.toSorted(), times.toSorted()]).toEqual([keys, times]);
    expect(new Set(times).size).toBe(times.length);
  });

  test('is newer if only the database knows the older one (R22)', async () => {
    const { page } = await tablet(null);
    const older = await (await page(START)).setPrice(900);
    const newer = await (await page(START - HOUR)).setPrice(950);
    expect([newer.occurredAt > older.occurredAt, newer.key > older.key]).toEqual([true, true]);
  });

  test('uses the clock again once it is right', async () => {
    const { page } = await tablet();
    await (await page(START)).setPrice(900);
    expect((await (await page(START + HOUR)).setPrice(950)).occurredAt).toBe(new Date(START + HOUR).toISOString());
  });
});

test('is kept by the page when local storage is full', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const full = {
    ...makeMemory(),
    setItem: () => {
      throw new Error('full');
    },
  };
  const last = keepLastMutation('galley', full);
  last.write({ atMs: 5, key: 'a' });
  expect([last.read(), warn.mock.calls.length]).toEqual([{ atMs: 5, key: 'a' }, 1]);
  warn.mockRestore();
});

test('is forgotten when the database is deleted on purpose', () => {
  const memory = makeMemory();
  keepLastMutation('galley', memory).write({ atMs: 5, key: 'a' });
  forgetLastMutation(memory, 'galley');
  expect(keepLastMutation('galley', memory).read()).toBeNull();
});
