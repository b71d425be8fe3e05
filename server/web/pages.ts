import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoute } from '../../contract/routes.ts';
import type { Env } from '../env.ts';
import { visitOf } from '../http/visit.ts';
import { buildOf } from './build.ts';
import { keepAssets, readBuilt, readBuiltFile } from './files.ts';
import type { BuiltFile } from './files.ts';
import { give, plainText } from './responses.ts';
import { pagePolicy, scriptPolicy } from './headers.ts';
import type { Site } from './site.ts';

/** Answers requests for pages and their files. */
export type Pages = (request: Request) => Promise<Response>;

export interface PagesOptions {
  /** The built front end. */
  dist: string;
  env: Pick<Env, 'dataDir' | 'pageOrigins'>;
  /** The public pages. Without them their paths show the app, which says that they cannot be read. */
  site?: Site | undefined;
}

/**
 * Serves the built front end: hashed assets are cached for ever, everything else is revalidated. App paths get its page; other paths get it
 * with 404, so that the page itself says that there is nothing. A path with an extension that is not an app page gets it only for
 * navigations.
 */
export async function createPages({ dist, env, site }: PagesOptions): Promise<Pages> {
  const files = await readBuilt(dist);
  const index = files.get('/index.html');
  if (!index) throw new Error(`There is no built page in ${dist}; run npm run build`);
  const kept = await keepAssets(dist, buildOf(dist), join(env.dataDir, 'assets'));
  const policy = pagePolicy(index.raw.toString('utf8'), env.pageOrigins);
  const forScripts = scriptPolicy(env.pageOrigins);

  const policyFor = (path: string): Record<string, string> =>
    path.endsWith('.js') ? { 'Content-Security-Policy': forScripts } : {};

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plainText(405, 'This method is not allowed here', { Allow: 'GET, HEAD' });
    const url = new URL(request.url);
    const path = url.pathname;
    const written = site?.give(request, url);
    if (written) return written;
    if (path.startsWith('/assets/')) {
      const file = files.get(path) ?? (await fromEarlierBuild(path.slice('/assets/'.length), kept));
      return file
        ? give(request, file, 200, { 'Cache-Control': 'public, max-age=31536000, immutable', ...policyFor(path) })
        : plainText(404, 'Not found');
    }
    const file = path === '/index.html' ? undefined : files.get(path);
    // Its name holds a hash of its content, too.
    const isForEver = path.startsWith('/site/');
    const lasting = isForEver ? 'public, max-age=31536000, immutable' : 'no-cache';
    if (file) return give(request, file, 200, { 'Cache-Control': lasting, ...policyFor(path) });
    const isPage = path === '/index.html' || matchRoute(path) !== null;
    // Requests for files get no page instead; navigations do.
    if (!isPage && /\.[^/]+$/.test(path) && !visitOf(request).isNavigation)
      return plainText(404, 'Not found', { Vary: 'Accept' });
    return give(request, index, isPage ? 200 : 404, { 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy });
  };
}

async function fromEarlierBuild(name: string, folders: string[]): Promise<BuiltFile | undefined> {
  // Only names that the build creates, so that nothing can leave the folder.
  if (!/^[\w-]+(\.[\w-]+)*\.\w+$/.test(name) || /\.(br|gz)$/.test(name)) return undefined;
  const folder = folders.find((f) => existsSync(join(f, name)));
  return folder ? readBuiltFile(join(folder, name)) : undefined;
}
