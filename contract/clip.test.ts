import { expect, test } from 'vitest';
import { clip, firstGrapheme, graphemesOf } from './clip.ts';

const FAMILY = '👨‍👩‍👧‍👦';

test('cuts between characters, and leaves what is short enough', () => {
  expect(clip('Garlic naan', 11)).toBe('Garlic naan');
  expect(clip('Garlic naan', 10)).toBe('Garlic na…');
  expect(clip('Garlic naan', 8)).toBe('Garlic…');
  expect(clip('Tacos 🌮', 7, '')).toBe('Tacos');
  expect(clip('Tacos 🌮!', 8)).toBe('Tacos…');
  expect(clip(`Menu ${FAMILY} for four`, 12, '')).toBe('Menu');
  expect(clip('cafe\u0301s', 4, '')).toBe('caf');
  expect(clip(FAMILY, 4)).toBe('…');
});

test('never exceeds the limit nor leaves half a character', () => {
  const text = `Ana 🌮 ${FAMILY} 🇬🇧 👍🏽 cafe\u0301 辣`;
  for (let max = 1; max <= text.length; max += 1) {
    const cut = clip(text, max, '');
    expect(cut.length).toBeLessThanOrEqual(max);
    expect(graphemesOf(text).join('')).toContain(cut);
    expect(graphemesOf(text).slice(0, graphemesOf(cut).length).join('').trimEnd()).toBe(cut);
  }
});

test('takes the first character whole', () => {
  expect(['🌮 truck', 'Zoë', FAMILY, '🇬🇧', ''].map(firstGrapheme)).toEqual(['🌮', 'Z', FAMILY, '🇬🇧', '']);
});
