import './globals.ts';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { checkout, patched } from '../patches.ts';

// The layer under test, all of it that a simulated tab runs.
import type * as Layer from './layer.ts';
export type Code = typeof Layer;

// The simulator's own watchers use parts of the layer too (what a change does to a row). They have theirs as it stands in the checkout;
// what the tabs run is loaded beside it, with the patches in it.
const present = 'gen=1';
const later = 'gen=2';

/** What stands in the sources instead, by file: planted bugs. */
const planted = new Map<string, string>();
const loaded = new Set<string>();
const root = fileURLToPath(new URL('../../../', import.meta.url));
let isHooked = false;

/** The code of this checkout. Patches that are given before the first call are in it. */
export async function presentCode(): Promise<Code> {
  hook();
  return import(`./layer.ts?${present}`) as Promise<Code>;
}

/** The same code as a later version of the app: it shuts the present one out of its databases. */
export async function laterCode(): Promise<Code> {
  hook();
  return import(`./layer.ts?${later}`) as Promise<Code>;
}

/** Plants a bug, or a change of any kind, from the text of a patch. Throws a `Misfit` when it fits nowhere. */
export function plant(text: string): void {
  hook();
  for (const [file, now] of patched(text, { ...checkout, read: (file) => planted.get(file) ?? checkout.read(file) }))
    planted.set(file, now);
}

/** Answers the files of planted patches that were never loaded. */
export const unused = (): string[] => [...planted.keys()].filter((file) => !loaded.has(file));

const fileOf = (url: string): string => {
  const path = url.startsWith('file:') ? fileURLToPath(url.split('?')[0]!) : '';
  return path.startsWith(root) ? path.slice(root.length) : '';
};

function hook(): void {
  if (isHooked) return;
  isHooked = true;
  const generationOf = (url = '') => [present, later].find((generation) => url.endsWith(`?${generation}`));
  // The contract is the server's too: the tabs have another one only when a patch changes it.
  const isOwn = (file: string) =>
    file.startsWith('src/') ||
    (file.startsWith('contract/') && [...planted.keys()].some((f) => f.startsWith('contract/')));
  registerHooks({
    resolve(specifier, context, next) {
      const generation = generationOf(context.parentURL);
      const asked = specifier.startsWith('.') ? new URL(specifier, context.parentURL).href : '';
      // A file that a patch adds is nowhere on the disk.
      const isAdded = planted.has(fileOf(asked)) && checkout.read(fileOf(asked)) === null;
      const found = isAdded
        ? { url: asked, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context);
      return generation && isOwn(fileOf(found.url)) ? { ...found, url: `${found.url}?${generation}` } : found;
    },
    load(url, context, next) {
      const file = fileOf(url);
      const text = planted.get(file);
      const generation = generationOf(url);
      // The later version is loaded by the same tabs as well; a bug has to be in the present one.
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
