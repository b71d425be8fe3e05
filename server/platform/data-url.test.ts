import { expect, test } from 'vitest';
import { toDataUrl } from './data-url.ts';

test.each([0, 1, 768 * 1024, 2 * 768 * 1024 + 1])('a file of %i bytes is the same in slices', async (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) % 256);
  expect(await toDataUrl('image/png', bytes)).toBe(`data:image/png;base64,${Buffer.from(bytes).toString('base64')}`);
});
