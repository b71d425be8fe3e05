import { expect, test } from 'vitest';
import { compareCopy, forgetCopy } from './local-copy.ts';

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

const filled = { isComplete: true, waiting: 0 };
const empty = { isComplete: false, waiting: 0 };

test('detects a cleared database and counts its unsent changes', () => {
  const kept = memory();
  expect(compareCopy(kept, 'galley:olga', empty)).toEqual({ kind: 'whole' });
  expect(compareCopy(kept, 'galley:olga', filled)).toEqual({ kind: 'whole' });
  expect(compareCopy(kept, 'galley:olga', empty)).toEqual({ kind: 'emptied', lost: 0 });
  compareCopy(kept, 'galley:olga', { isComplete: true, waiting: 3 });
  expect(compareCopy(kept, 'galley:olga', empty)).toEqual({ kind: 'emptied', lost: 3 });
});

test('a database deleted at logout or of others is fine', () => {
  const kept = memory();
  compareCopy(kept, 'galley:olga', filled);
  expect(compareCopy(kept, 'galley:ravi', empty)).toEqual({ kind: 'whole' });
  forgetCopy(kept, 'galley:olga');
  expect(compareCopy(kept, 'galley:olga', empty)).toEqual({ kind: 'whole' });
});
