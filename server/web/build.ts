import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { withEnvFile } from '../env.ts';
import { isCompressible, namesBelow } from './files.ts';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
export const builtFolder = join(projectFolder, 'dist');

const MARK = '.build';
/** What the pages are built from: folders below the project's, and files. */
export const sources = [
  'src',
  'contract',
  'sw',
  'site',
  'public',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'tools/bare-calls.ts',
  'tools/compiled-whole.ts',
  'tools/first-load.ts',
  'tools/fluent-imports.ts',
  'tools/lean-dexie.ts',
  'tools/module-scripts.ts',
  'tools/site-pages.ts',
  'tools/theme-values.ts',
  'package-lock.json',
];

/** The name of a built folder's content. */
export const buildOf = (dist: string) =>
  existsSync(join(dist, MARK)) ? readFileSync(join(dist, MARK), 'utf8').trim() : 'unmarked';

/** Builds the pages unless the built ones come from these very sources and settings. Answers whether it built. */
export async function buildWhenNeeded(note: (message: string) => void, { always = false } = {}): Promise<boolean> {
  const wanted = await sourcesHash();
  if (!always && buildOf(builtFolder) === wanted) return false;
  note('Building the pages (once; about ten seconds) ...');
  // Beside, then swapped in: whoever serves the old build goes on, and a failed build leaves it as it is.
  const fresh = join(projectFolder, '.cache', `build-${process.pid}`);
  try {
    await viteBuild(fresh);
    await compress(fresh);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  writeFileSync(join(fresh, MARK), wanted);
  const old = `${fresh}.old`;
  if (existsSync(builtFolder)) await rename(builtFolder, old);
  await rename(fresh, builtFolder);
  await rm(old, { recursive: true, force: true });
  return true;
}

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(projectFolder, source);
    if (!existsSync(path)) continue;
    const isFolder = (await stat(path)).isDirectory();
    const names = isFolder ? (await namesBelow(path)).filter((name) => !/(\.test\.tsx?|\.md)$/.test(name)) : [''];
    for (const name of names) hash.update(`${source}/${name}\0`).update(await readFile(join(path, name)));
  }
  for (const [name, value] of Object.entries(withEnvFile(process.env)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`);
  return hash.digest('hex').slice(0, 20);
}

function viteBuild(outDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const vite = join(projectFolder, 'node_modules/vite/bin/vite.js');
    const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
    // Built for production whoever asks: a test runner's own NODE_ENV would bring React's development build, and no service worker.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(process.execPath, args, { cwd: projectFolder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The pages could not be built:\n${output}`)),
    );
  });
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(folder: string): Promise<void> {
  const names = (await namesBelow(folder)).filter(isCompressible);
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const raw = await readFile(path);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
      const [br, gz] = await Promise.all([brotli(raw, { params }), zip(raw, { level: 9 })]);
      // What hardly shrinks is sent as it is.
      if (br.length < raw.length * 0.95) await writeFile(`${path}.br`, br);
      if (gz.length < raw.length * 0.95) await writeFile(`${path}.gz`, gz);
    }),
  );
}
