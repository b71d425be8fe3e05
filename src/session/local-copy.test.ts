import { expect, test } from 'vitest';
import type { Copies } from '../data/copies.ts';
import { compareCopy, forgetCopy } from './local-copy.ts';

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

const filled = { isComplete: true, waiting: 0, attention: 0 };
const empty = { isComplete: false, waiting: 0, attention: 0 };
const copiesOf = (n: number) => ({ read: () => Array.from({ length: n }) }) as unknown as Copies;
const compare = (kept: ReturnType<typeof memory>, now: typeof filled, copies = 0, name = 'galley:olga') =>
  compareCopy(kept, name, copiesOf(copies), now);

test('detects a cleared database and counts what was unsent, with and without a copy', () => {
  const kept = memory();
  expect(compare(kept, empty)).toEqual({ kind: 'whole' });
  expect(compare(kept, filled)).toEqual({ kind: 'whole' });
  expect(compare(kept, empty)).toEqual({ kind: 'emptied', kept: 0, lost: 0 });
  // Made a moment ago, before anything was counted.
  expect(compare(kept, empty, 1)).toEqual({ kind: 'emptied', kept: 1, lost: 0 });
  compare(kept, { ...filled, waiting: 3 }, 2);
  expect(compare(kept, empty, 2)).toEqual({ kind: 'emptied', kept: 2, lost: 1 });
  compare(kept, { ...filled, attention: 1 });
  expect(compare(kept, empty)).toEqual({ kind: 'emptied', kept: 0, lost: 1 });
});

test('what an earlier version remembered says nothing about what is lost', () => {
  const kept = memory();
  kept.setItem('galley-filled galley:olga', '{"waiting":0}');
  expect(compare(kept, empty)).toEqual({ kind: 'emptied', kept: 0, lost: null });
});

test('a database deleted at logout or of others is fine', () => {
  const kept = memory();
  compare(kept, filled);
  expect(compare(kept, empty, 0, 'galley:ravi')).toEqual({ kind: 'whole' });
  forgetCopy(kept, 'galley:olga');
  expect(compare(kept, empty)).toEqual({ kind: 'whole' });
});
