import { describe, expect, test } from 'vitest';
import { darkTheme, lightTheme } from './theme.ts';
import { darkTokens, lightTokens, type TokenName } from './tokens.ts';

const layers: TokenName[] = ['canvas', 'surface', 'surface-2', 'surface-3', 'raised'];
/** Text colours and their backgrounds. */
const texts: [TokenName, TokenName[]][] = [
  ['text', layers],
  ['text-2', layers],
  ['text-3', layers],
  ['primary-text', layers],
  ['dashblue-text', [...layers, 'dashblue-bg']],
  ['ok', ['surface', 'surface-2', 'ok-bg']],
  ['warn', ['surface', 'surface-2', 'warn-bg']],
  ['bad', ['surface', 'surface-2', 'bad-bg']],
  ['on-primary', ['primary', 'primary-hover', 'ok-solid', 'bad-solid']],
  ['on-secondary', ['secondary', 'secondary-hover']],
  ...(['new', 'accepted', 'preparing', 'ready', 'out', 'completed', 'rejected', 'cancelled'] as const).map(
    (status): [TokenName, TokenName[]] => [`status-${status}`, [`status-${status}-bg`]],
  ),
  ['age-fresh', ['age-fresh-bg']],
  ['age-soon', ['age-soon-bg']],
  ['age-late', ['age-late-bg']],
];
/** Colours of edges and graphics, and their backgrounds. */
const graphics: [TokenName, TokenName[]][] = [
  ['border-control', ['surface', 'surface-2', 'canvas', 'raised']],
  ['dashblue', ['surface', 'surface-2']],
  ['primary-text', layers],
];

describe.each([
  ['light', lightTokens],
  ['dark', darkTokens],
] as const)('the %s theme', (_name, tokens) => {
  test('every text has a contrast of at least 4.5:1', () => expect(below(4.5, texts, tokens)).toEqual([]));
  test('every edge and graphic has a contrast of 3:1', () => expect(below(3, graphics, tokens)).toEqual([]));
});

test("both themes have the same names, ours beside Fluent's", () => {
  expect(Object.keys(darkTheme).toSorted()).toEqual(Object.keys(lightTheme).toSorted());
  expect(lightTheme).toMatchObject({
    'g-canvas': '#EEF2F9',
    colorNeutralBackground1: '#FFFFFF',
    colorBrandBackground: '#2B57E4',
  });
});

test('switch thumbs and checkbox ticks stay white when dark', () => {
  expect(darkTheme).toMatchObject({
    colorNeutralForegroundInverted: '#FFFFFF',
    colorNeutralForegroundOnBrand: '#FFFFFF',
  });
});

function below(least: number, pairs: [TokenName, TokenName[]][], tokens: Record<TokenName, string>): string[] {
  return pairs.flatMap(([front, backs]) =>
    backs
      .map((back) => [back, contrast(tokens[front], tokens[back])] as const)
      .filter(([, ratio]) => ratio < least)
      .map(([back, ratio]) => `${front} on ${back}: ${ratio.toFixed(2)}`),
  );
}

/** WCAG 2.2, relative luminance. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
