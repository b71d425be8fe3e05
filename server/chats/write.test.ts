import { expect, test } from 'vitest';
import { previewOf } from './write.ts';

test('a preview ends between characters', () => {
  expect(previewOf(`${'a'.repeat(138)}🌮 tacos`)).toBe(`${'a'.repeat(138)}…`);
  expect(previewOf(`${'a'.repeat(130)}👨‍👩‍👧‍👦 family`)).toBe(`${'a'.repeat(130)}…`);
  expect(previewOf('Two tacos 🌮\nplease')).toBe('Two tacos 🌮 please');
});
