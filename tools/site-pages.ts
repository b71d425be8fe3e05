import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { typeOf } from '../server/web/files.ts';
import { fill } from '../server/web/fill.ts';
import { sitePath, siteValues } from '../server/web/site.ts';
import { readEnv } from '../server/env.ts';
import type { SiteFile } from '../site/site.ts';

const SITE = fileURLToPath(new URL('../site/site.ts', import.meta.url));

interface Site {
  renderSite(): Promise<SiteFile[]>;
}

/** The public pages: files of the build, and answers of the development server, which writes them anew for each request. */
export function sitePages(): Plugin {
  return {
    name: 'galley:site-pages',
    async generateBundle() {
      const { renderSite } = (await import(pathToFileURL(SITE).href)) as Site;
      for (const { name, content } of await renderSite())
        this.emitFile({ type: 'asset', fileName: name, source: content });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        const path = sitePath(url);
        if (request.method !== 'GET' || (path === null && !url.pathname.startsWith('/assets/site'))) return next();
        server
          .ssrLoadModule('/site/site.ts')
          .then(async (site) => {
            const files = await (site as Site).renderSite();
            const name = path ?? url.pathname.slice(1);
            const found = files.find((file) => file.name === name);
            if (!found) return next();
            const isText = typeof found.content === 'string';
            const isPage = path !== null && isText;
            const values = { ...siteValues(readEnv()), ...(url.searchParams.has('sent') && { sent: '1' }) };
            response.setHeader('Content-Type', typeOf(name));
            response.end(isPage ? fill(String(found.content), values) : found.content);
          })
          .catch(next);
      });
    },
  };
}
