import { expect, test } from 'vitest';
import { recoverFromLostChunk } from './lost-chunk.ts';

function page(onLine = true) {
  const kept = new Map<string, string>();
  const target = new EventTarget();
  const seen = { reloads: 0 };
  recoverFromLostChunk(
    {
      addEventListener: (type, listener) => target.addEventListener(type, listener),
      sessionStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
      navigator: { onLine },
    },
    () => void (seen.reloads += 1),
    () => seen.reloads * 1_000 + 1_000_000,
  );
  return { seen, lose: () => target.dispatchEvent(new Event('vite:preloadError', { cancelable: true })) };
}

test('a missing chunk reloads the page once', () => {
  const { seen, lose } = page();
  expect(lose()).toBe(false);
  expect(seen.reloads).toBe(1);
  expect(lose()).toBe(true);
  expect(seen.reloads).toBe(1);
});

test('without a network a missing chunk does not reload', () => {
  const { seen, lose } = page(false);
  expect(lose()).toBe(true);
  expect(seen.reloads).toBe(0);
});
