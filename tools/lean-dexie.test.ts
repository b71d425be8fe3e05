import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { dexieForToday, withoutCache } from './lean-dexie.ts';

test('Dexie is built without its cache, and with all else', () => {
  const code = readFileSync(fileURLToPath(import.meta.resolve(dexieForToday[0].replacement)), 'utf8');
  const lean = withoutCache(code);
  expect(lean).not.toContain('this.use(cacheMiddleware)');
  expect(lean).toContain('this.use(observabilityMiddleware)');
  expect(code.length - lean.length).toBeLessThan(40);
});

test('a Dexie that is built otherwise stops the build', () => {
  expect(() => withoutCache('class Dexie {}')).toThrow('as it did');
});
