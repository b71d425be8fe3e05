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

/** The public pages: files of the build, or answers of the development server, which renders them again for each request. */
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
        const name =
          sitePath(url) ?? (/^\/(assets\/site-.*|site\/[^/]+\.\w+)$/.test(url.pathname) ? url.pathname.slice(1) : null);
        if (request.method !== 'GET' || name === null) return next();
        // Loaded by Vite, so that an edited page is read again.
        const answer = async () => {
          const { renderSite } = (await server.ssrLoadModule('/site/site.ts')) as Site;
          const isNamed = (file: SiteFile) =>
            file.name === name || (name === 'site/website.js' && file.name.startsWith('site/website-'));
          const content = (await renderSite()).find(isNamed)?.content;
          if (content === undefined) response.statusCode = 404;
          response.setHeader('Content-Type', typeOf(name));
          response.end(sitePath(url) ? fill(String(content), valuesOf(url)) : content);
        };
        answer().catch((fault: unknown) => {
          response.statusCode = 500;
          response.end(String(fault));
        });
      });
    },
  };
}

const valuesOf = (url: URL) => ({ ...siteValues(readEnv()), ...(url.searchParams.has('sent') && { sent: '1' }) });
