import { tokens } from '@fluentui/react-components';
import type { Plugin } from 'vite';

const values: Readonly<Record<string, string>> = tokens;

/**
 * Writes the CSS variable instead of `tokens.name` into Fluent's style files. Otherwise a single reference brings the whole table of
 * 460 names with it, 5 kB of the first load.
 */
export function tokenValues(): Plugin {
  return {
    name: 'galley:token-values',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/node_modules\/@fluentui\/.+\.js$/, code: /\btokens\.\w/ },
      handler: (code) => ({ code: withTokenValues(code), map: null }),
    },
  };
}

/** The code with the value of each token in place of its reference. A name that Fluent does not know stays as it is. */
export const withTokenValues = (code: string): string =>
  code.replaceAll(/(?<![\w.$])tokens\.(\w+)\b/g, (reference, name: string) =>
    values[name] === undefined ? reference : JSON.stringify(values[name]),
  );
