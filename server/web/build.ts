import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { withEnvFile } from '../env.ts';
import { StartError } from '../platform/start-error.ts';
import { isCompressible, namesBelow } from './files.ts';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
export const builtFolder = join(projectFolder, 'dist');

/** Exists only in a release: the build of its pages and its settings. */
export const releaseFile = join(projectFolder, 'release.json');

const MARK = '.build';
/** Sources of the pages: folders below the project's, and files. */
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
  'tools/chunks-file.ts',
  'tools/compiled-whole.ts',
  'tools/first-load.ts',
  'tools/fluent-imports.ts',
  'tools/lean-dexie.ts',
  'tools/module-scripts.ts',
  'tools/site-pages.ts',
  'tools/theme-values.ts',
  'tools/token-values.ts',
  'package-lock.json',
];

/** Hash of a built folder's content. */
export const buildOf = (dist: string) =>
  existsSync(join(dist, MARK)) ? readFileSync(join(dist, MARK), 'utf8').trim() : 'unmarked';

/** Builds the pages unless the built ones match sources and settings. Returns whether it built. */
export async function buildWhenNeeded(note: (message: string) => void, { always = false } = {}): Promise<boolean> {
  if (existsSync(releaseFile)) {
    refuseOtherSettings(JSON.parse(readFileSync(releaseFile, 'utf8')) as Release, pageSettings());
    return false;
  }
  const wanted = await sourcesHash();
  if (!always && buildOf(builtFolder) === wanted) return false;
  if (!existsSync(VITE))
    throw new StartError(
      'The pages are not built, and the packages that build them are not installed; run npm ci without --omit=dev, or use a release (npm run release).',
    );
  note('Building the pages (once; about ten seconds) ...');
  // Build to a temporary folder and swap: the old build stays in use, also if the build fails.
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

export interface Release {
  version: string;
  build: string;
  settings: Record<string, string>;
}

/** Settings that are built into the pages. */
export const pageSettings = (source = withEnvFile(process.env)): Record<string, string> =>
  Object.fromEntries(
    Object.entries(source)
      .filter((pair): pair is [string, string] => pair[0].startsWith('VITE_') && Boolean(pair[1]?.trim()))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** A release cannot rebuild its pages, so settings that differ from the build must not seem to take effect. */
export function refuseOtherSettings(release: Pick<Release, 'settings'>, present: Record<string, string>): void {
  const other = Object.keys({ ...release.settings, ...present }).find(
    (name) => release.settings[name] !== present[name],
  );
  if (other === undefined) return;
  const built = release.settings[other];
  throw new StartError(
    `${other}: this release was built ${built === undefined ? 'without it' : `with ${built}`}, and it is part of the pages; set it so, or make a release with the other value.`,
  );
}

const VITE = join(projectFolder, 'node_modules/vite/bin/vite.js');

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(projectFolder, source);
    if (!existsSync(path)) continue;
    const isFolder = (await stat(path)).isDirectory();
    const names = isFolder ? (await namesBelow(path)).filter((name) => !/(\.test\.tsx?|\.md)$/.test(name)) : [''];
    for (const name of names) hash.update(`${source}/${name}\0`).update(await readFile(join(path, name)));
  }
  for (const [name, value] of Object.entries(pageSettings())) hash.update(`${name}=${value}\0`);
  return hash.digest('hex').slice(0, 20);
}

function viteBuild(outDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = [VITE, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
    // Always for production: a test runner's NODE_ENV would include React's development build and no service worker.
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
      // Files that hardly shrink are sent uncompressed.
      if (br.length < raw.length * 0.95) await writeFile(`${path}.br`, br);
      if (gz.length < raw.length * 0.95) await writeFile(`${path}.gz`, gz);
    }),
  );
}
