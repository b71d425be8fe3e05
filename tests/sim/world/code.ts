import './globals.ts';
import { registerHooks } from 'node:module';
import { readPatch, type Patch } from '../patches.ts';

// The layer under test, all of it that a simulated tab runs.
import type * as Layer from './layer.ts';
export type Code = typeof Layer;

/** What stands in the sources instead: planted bugs, and a later version of the app. */
const patches: Patch[] = [];
const generation = 'gen=2';
let isHooked = false;

/** The code of this checkout. Patches that are given before the first call are in it. */
export async function presentCode(): Promise<Code> {
  hook();
  return import('./layer.ts');
}

/** The same code as a later version of the app: it shuts the present one out of its databases. */
export async function laterCode(): Promise<Code> {
  hook();
  return import(`./layer.ts?${generation}`) as Promise<Code>;
}

/** Plants a bug, or a change of any kind, from the text of a patch. */
export function plant(text: string): void {
  patches.push(...readPatch(text));
}

/** Answers the files of planted patches that were never loaded. */
export const unused = (): string[] => patches.filter((patch) => !patch.isUsed).map((patch) => patch.file);

function hook(): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const isLater =
        context.parentURL?.endsWith(generation) && found.url.startsWith('file:') && found.url.includes('/src/');
      return isLater ? { ...found, url: `${found.url}?${generation}` } : found;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.includes('/src/') || !loaded.source) return loaded;
      let source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      const { pathname, search } = new URL(url);
      for (const patch of patches) {
        if (!pathname.endsWith(`/${patch.file}`)) continue;
        source = patch.apply(source);
        // The later version is loaded by the same tabs as well; a bug has to be in the present one.
        if (search === '') patch.isUsed = true;
      }
      if (search === `?${generation}` && pathname.endsWith('/src/data/db.ts'))
        source = source.replace(/WRITE_EPOCH = (\d+)/, (_, n: string) => `WRITE_EPOCH = ${Number(n) + 1}`);
      return { ...loaded, source };
    },
  });
}
