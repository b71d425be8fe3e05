import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** A built file in memory, with its precompressed versions if the build made them. */
export interface BuiltFile {
  type: string;
  etag: string;
  raw: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

export const isCompressible = (name: string) => /\.(html|js|css|svg|json|webmanifest|txt|xml|ico)$/.test(name);

/** Every file of a built folder by URL path. Files starting with a dot are the build's own. */
export async function readBuilt(folder: string): Promise<Map<string, BuiltFile>> {
  const names = (await namesBelow(folder)).filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(
    await Promise.all(names.map(async (name) => [`/${name}`, await readBuiltFile(join(folder, name))] as const)),
  );
}

export async function readBuiltFile(path: string): Promise<BuiltFile> {
  const compressed = (end: string) => (existsSync(path + end) ? readFile(path + end) : null);
  const [raw, br, gzip] = await Promise.all([readFile(path), compressed('.br'), compressed('.gz')]);
  return { type: typeOf(path), etag: etagOf(raw), raw, br, gzip };
}

export const typeOf = (name: string) => types[extname(name)] ?? 'application/octet-stream';

export const etagOf = (raw: Buffer) => `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`;

/** All files below a folder, relative, with `/`. */
export async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
    .toSorted();
}

const KEPT_BUILDS = 3;

/**
 * Keeps this build's assets with those of earlier builds, so that a tab open during an update still finds its chunks. Returns the folders,
 * newest first.
 */
export async function keepAssets(dist: string, build: string, kept: string): Promise<string[]> {
  await mkdir(kept, { recursive: true });
  const own = join(kept, build);
  if (!existsSync(own)) {
    const half = join(kept, `.${build}.${process.pid}`);
    await cp(join(dist, 'assets'), half, { recursive: true });
    // Another process of the same build may have been first.
    await rename(half, own).catch(() => rm(half, { recursive: true }));
  }
  const names = (await readdir(kept)).filter((name) => !name.startsWith('.'));
  const byAge = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(kept, name))).mtimeMs })));
  const sorted = byAge
    .toSorted((a, b) => Number(b.name === build) - Number(a.name === build) || b.at - a.at)
    .map(({ name }) => join(kept, name));
  for (const old of sorted.slice(KEPT_BUILDS)) await rm(old, { recursive: true, force: true });
  return sorted.slice(0, KEPT_BUILDS);
}
