import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const THEME = fileURLToPath(new URL('../src/ui/theme.ts', import.meta.url));

type Values = Readonly<Record<string, string | number>>;

/** Computes both themes at build time, so that the first load contains their values instead of the functions that create them. */
export function themeValues(): Plugin {
  return {
    name: 'galley:theme-values',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/ui\/theme\.ts$/ },
      async handler(_code, id) {
        if (id !== THEME) return null;
        const { lightTheme, darkTheme } = (await import(THEME)) as Record<'lightTheme' | 'darkTheme', Values>;
        return { code: themeModule(lightTheme, darkTheme), map: null };
      },
    },
  };
}

/** The module with both themes: the light one complete, the dark one as differences. Throws if one has a name that the other lacks. */
export function themeModule(light: Values, dark: Values): string {
  const lacking = [...new Set(Object.keys(light)).symmetricDifference(new Set(Object.keys(dark)))];
  if (lacking.length > 0) throw new Error(`Only one theme has ${lacking.join(', ')}`);
  const different = Object.fromEntries(Object.entries(dark).filter(([name, value]) => light[name] !== value));
  return [
    `export const lightTheme = ${JSON.stringify(light)};`,
    `export const darkTheme = { ...lightTheme, ...${JSON.stringify(different)} };`,
  ].join('\n');
}
