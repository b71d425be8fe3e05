import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { themeOf, type ThemeName } from './theme-choice.ts';

const cases: [string, { chosen: ThemeName | null; byDefault: ThemeName | null; systemIsDark: boolean }, ThemeName][] = [
  ['what was chosen on this device wins', { chosen: 'light', byDefault: 'dark', systemIsDark: true }, 'light'],
  ["then the settings' default", { chosen: null, byDefault: 'light', systemIsDark: true }, 'light'],
  ['then dark when the system prefers it', { chosen: null, byDefault: null, systemIsDark: true }, 'dark'],
  ['else light', { chosen: null, byDefault: null, systemIsDark: false }, 'light'],
];

describe.each(cases)('%s', (_title, choice, theme) => {
  test('in the app', () => expect(themeOf(choice)).toBe(theme));
  test('and before the first paint', () => {
    const kept = { theme: choice.chosen, restaurant: { default_theme: choice.byDefault } };
    expect(firstPaint(JSON.stringify(kept), choice.systemIsDark)).toBe(theme);
  });
});

test('broken storage does not prevent the first paint', () => {
  expect(firstPaint('{half', true)).toBe('dark');
  expect(firstPaint('null', false)).toBe('light');
});

test('an invalid choice falls back to the default everywhere', () => {
  expect(firstPaint('{"theme":"blue","restaurant":{"default_theme":"dark"}}', false)).toBe('dark');
  expect(firstPaint('{"theme":"light","restaurant":{"default_theme":"blue"}}', true)).toBe('light');
  expect(firstPaint('{"theme":5,"restaurant":"x"}', true)).toBe('dark');
});

function firstPaint(kept: string, systemIsDark: boolean): string | undefined {
  const document = { documentElement: { dataset: {} as { theme?: string } } };
  const script = readFileSync(new URL('../../../public/theme.js', import.meta.url), 'utf8');
  runInNewContext(script, {
    document,
    localStorage: { getItem: () => kept },
    matchMedia: () => ({ matches: systemIsDark }),
  });
  return document.documentElement.dataset.theme;
}
