import './globals.ts';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { checkout, patched } from '../patches.ts';

// The code under test: everything that a simulated tab runs.
import type * as Layer from './layer.ts';
export type Code = typeof Layer;

// The watchers use parts of the sync layer, too (the effect of a mutation on a row), from the unpatched checkout. The tabs' code is loaded
// separately, with the patches.
const present = 'gen=1';
const later = 'gen=2';

/** Patched sources by file: the mutants. */
const planted = new Map<string, string>();
const loaded = new Set<string>();
const root = fileURLToPath(new URL('../../../', import.meta.url));
let isHooked = false;

/** The code of this checkout with all patches applied before the first call. */
export async function presentCode(): Promise<Code> {
  hook();
  return import(`./layer.ts?${present}`) as Promise<Code>;
}

/** The same code with a higher write epoch, like a later version of the app: it makes present pages outdated. */
export async function laterCode(): Promise<Code> {
  hook();
  return import(`./layer.ts?${later}`) as Promise<Code>;
}

/** Applies a patch. Throws a `Misfit` if it does not apply. */
export function plant(text: string): void {
  hook();
  for (const [file, now] of patched(text, { ...checkout, read: (file) => planted.get(file) ?? checkout.read(file) }))
    planted.set(file, now);
}

/** Returns the patched files that were never loaded. */
export const unused = (): string[] => [...planted.keys()].filter((file) => !loaded.has(file));

const fileOf = (url: string): string => {
  const path = url.startsWith('file:') ? fileURLToPath(url.split('?')[0]!) : '';
  return path.startsWith(root) ? path.slice(root.length) : '';
};

function hook(): void {
  if (isHooked) return;
  isHooked = true;
  const generationOf = (url = '') => [present, later].find((generation) => url.endsWith(`?${generation}`));
  // The server uses the contract, too. The tabs load their own copy only if a patch changes it.
  const isOwn = (file: string) =>
    file.startsWith('src/') ||
    (file.startsWith('contract/') && [...planted.keys()].some((f) => f.startsWith('contract/')));
  registerHooks({
    resolve(specifier, context, next) {
      const generation = generationOf(context.parentURL);
      const requestedUrl = specifier.startsWith('.') ? new URL(specifier, context.parentURL).href : '';
      // A file added by a patch does not exist on disk.
      const isAdded = planted.has(fileOf(requestedUrl)) && checkout.read(fileOf(requestedUrl)) === null;
      const found = isAdded
        ? { url: requestedUrl, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context);
      return generation && isOwn(fileOf(found.url)) ? { ...found, url: `${found.url}?${generation}` } : found;
    },
    load(url, context, next) {
      const file = fileOf(url);
      const text = planted.get(file);
      const generation = generationOf(url);
      // The same tabs load the later code, too; only the present code counts as loaded.
      if (text !== undefined && generation !== later) loaded.add(file);
      if (text === undefined && !(generation === later && file === 'src/data/db.ts')) return next(url, context);
      const source = text ?? checkout.read(file)!;
      const isLaterDb = generation === later && file === 'src/data/db.ts';
      return {
        format: 'module-typescript',
        shortCircuit: true,
        source: isLaterDb
          ? source.replace(/WRITE_EPOCH = (\d+)/, (_, n: string) => `WRITE_EPOCH = ${Number(n) + 1}`)
          : source,
      };
    },
  });
}
