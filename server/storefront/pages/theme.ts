import { readFileSync } from 'node:fs';
import { isReadable, nearestReadable } from '../../../contract/website/contrast.ts';
import type { ThemeColors } from '../../../contract/website/rows.ts';

/** The style sheet of every page, after the colours of the restaurant. */
const sheet = readFileSync(new URL('storefront.css', import.meta.url), 'utf8')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '')
  .replaceAll(/\s+/g, ' ')
  .replaceAll(/ ?([{};,>]) ?/g, '$1')
  .trim();

export interface Theme {
  theme: 'light' | 'dark';
  theme_colors: ThemeColors;
}

const fallback: ThemeColors = { primary: '#0B5FA5', background: '#FFFFFF', text: '#1A1A1A' };
const NIGHT = '#14120F';

/**
 * The style of a restaurant's pages. The set-up's colours were checked when they were saved; everything derived from them is checked here.
 * A light set-up gets a dark twin for people whose device is dark; a dark one is dark for everybody.
 */
export function styleOf({ theme, theme_colors }: Theme): string {
  const colors = isReadableSet(theme_colors) ? theme_colors : fallback;
  const usual = `:root{color-scheme:${theme};${variables(colors)}}`;
  const dark: ThemeColors = { primary: nearestReadable(colors.primary, NIGHT), background: NIGHT, text: '#F3EFEA' };
  const night =
    theme === 'light'
      ? `@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;${variables(dark)}}}`
      : '';
  return usual + night + sheet;
}

/** The colour of the browser's own bar, for light and dark devices. */
export const barColors = ({ theme, theme_colors }: Theme): [string, string] => {
  const { background } = isReadableSet(theme_colors) ? theme_colors : fallback;
  return [background, theme === 'light' ? NIGHT : background];
};

const isReadableSet = ({ primary, background, text }: ThemeColors): boolean =>
  [primary, background, text].every((color) => /^#[0-9A-Fa-f]{6}$/.test(color)) &&
  isReadable(primary, background) &&
  isReadable(text, background);

function variables({ primary, background, text }: ThemeColors): string {
  // Soft text stands on the panels, too, which are nearer to it than the ground.
  const panel = mix(background, text, 0.05);
  const values = {
    primary,
    'on-primary': background,
    ground: background,
    text,
    panel,
    soft: nearestReadable(mix(text, background, 0.3), panel),
    line: mix(background, text, 0.16),
    edge: nearestReadable(mix(background, text, 0.5), background),
    tint: mix(background, primary, 0.08),
    bad: nearestReadable('#B3261E', panel),
    good: nearestReadable('#1B7F4B', panel),
  };
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}

function mix(one: string, other: string, share: number): string {
  const part = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) => Math.round(part(one, at) * (1 - share) + part(other, at) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}
