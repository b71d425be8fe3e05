import { expect, test, vi } from 'vitest';
import { shrinkPage } from './shrink-page.ts';

const MB = 1024 * 1024;
const blob = (type: string, size: number) => new Blob([new Uint8Array(size)], { type });

test('a large photograph is sent smaller', async () => {
  const smaller = blob('image/jpeg', MB);
  expect(await shrinkPage(blob('image/png', 4 * MB), async () => smaller)).toBe(smaller);
});

test('a PDF and a small photograph are not drawn', async () => {
  const draw = vi.fn<(file: Blob) => Promise<Blob>>();
  for (const file of [blob('application/pdf', 4 * MB), blob('image/jpeg', MB), blob('', 4 * MB)])
    expect(await shrinkPage(file, draw)).toBe(file);
  expect(draw).not.toHaveBeenCalled();
});

test('what cannot be drawn, or would not be smaller, stays as it is', async () => {
  const file = blob('image/jpeg', 2 * MB);
  expect(await shrinkPage(file, () => Promise.reject(new Error('Broken')))).toBe(file);
  expect(await shrinkPage(file, async () => null)).toBe(file);
  expect(await shrinkPage(file, async () => blob('image/jpeg', 3 * MB))).toBe(file);
  // A browser that does not encode JPEG answers another type.
  expect(await shrinkPage(file, async () => blob('image/png', MB))).toBe(file);
});
