import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, parseSync, type Plugin, type Rolldown } from 'vite';
import { dexieForToday, leanDexie } from './lean-dexie.ts';

const root = resolve(import.meta.dirname, '..');
/** The layer's own code. */
const folders = ['src/data', 'src/sync'];
const libraries = /\/node_modules\/(dexie|comlink)\//;

/**
 * The size of the sync layer, bytes of gzip: Dexie, comlink and every module of src/data and src/sync, whether the page, the worker
 * or both run it, each once, minified as in the build (decision 028).
 */
export async function layerSize(): Promise<{ whole: number; own: number }> {
  return { whole: await sizeWith(libraries), own: await sizeWith(null) };
}

async function sizeWith(bundled: RegExp | null): Promise<number> {
  const output = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: [...dexieForToday] },
    plugins: [leanDexie(), layerAlone(bundled)],
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict', output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return output.output.reduce(
    (sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code, { level: 9 }).length : 0),
    0,
  );
}

const ENTRY = '\0layer';

/** Bundles all modules of the layer; everything else that they import stays external. */
function layerAlone(bundled: RegExp | null): Plugin {
  return {
    name: 'galley:layer-alone',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source === ENTRY) return ENTRY;
      const resolved = source.includes('?worker')
        ? null
        : await this.resolve(source, importer, { ...options, skipSelf: true });
      if (resolved && (isOwn(resolved.id) || bundled?.test(resolved.id))) return resolved;
      // One short name for everything external, because the number and paths of these modules must not count.
      return { id: 'x', external: true };
    },
    load: (id) => (id === ENTRY ? everything() : null),
  };
}

/** Uses all exports of the modules, so that none is dropped. Names do not matter, because the build shortens them. */
function everything(): string {
  const all = modules().map((path, index) => {
    const { module } = parseSync(path, readFileSync(path, 'utf8'));
    const names = module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ exportName, isType }) => (isType || !exportName.name ? [] : exportName.name))
      .map((name, i) => ({ name, as: `m${index}_${i}` }));
    const list = names.map(({ name, as }) => `${name} as ${as}`).join(', ');
    return { line: `import { ${list} } from '${path}';`, used: names.map(({ as }) => as) };
  });
  return [...all.map(({ line }) => line), `export default [${all.flatMap(({ used }) => used).join()}];`].join('\n');
}

const isOwn = (id: string): boolean => isAbsolute(id) && folders.some((folder) => id.startsWith(join(root, folder)));

const modules = (): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
