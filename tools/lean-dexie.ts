import type { AliasOptions, Plugin } from 'vite';

/** Dexie's own build for today's browsers: 2 kB less than the one that its package names. */
export const dexieForToday = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
] as const satisfies AliasOptions;

const CACHE = 'this.use(cacheMiddleware);';

/**
 * Leaves Dexie's cache of query results out of the bundle: the layer opens every database with `cache: 'disabled'` (src/data/db.ts), and
 * each call would only pass through it. 2 kB less in the page and in the worker.
 */
export function leanDexie(): Plugin {
  return {
    name: 'galley:lean-dexie',
    apply: 'build',
    transform: {
      filter: { id: /\/dexie\/dist\/modern\/dexie\.mjs$/ },
      handler: (code) => ({ code: withoutCache(code), map: null }),
    },
  };
}

/** Throws when Dexie is not built as it was: then somebody looks anew. */
export function withoutCache(code: string): string {
  if (code.split(CACHE).length !== 2)
    throw new Error('Dexie does not install its cache as it did: see tools/lean-dexie.ts');
  return code.replace(CACHE, '');
}
