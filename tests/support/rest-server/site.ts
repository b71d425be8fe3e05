import type { ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { listen } from '../../../server/http/listen.ts';
import { createPages } from '../../../server/web/pages.ts';
import { makeRestServer, type RestServer } from './rest-server.ts';

/** What happens to the next call that `isMeant`: either its answer or the request itself is lost. */
export interface Loss {
  isMeant: (method: string, path: string) => boolean;
  kind: 'answer' | 'request';
}

export interface RestSite {
  origin: string;
  server: RestServer;
  /** The next loss; happens once. */
  lose: Loss | null;
  close(): Promise<void>;
}

const BASE = '/backend';

/** What @hono/node-server passes along with a request. */
interface Bindings {
  outgoing: ServerResponse;
}

/** Serves the built pages, with the REST server at the address of their API. */
export async function startRestSite(): Promise<RestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'galley-plain-'));
  const pages = await createPages({
    dist: resolve(import.meta.dirname, '../../../dist'),
    env: { dataDir, pageOrigins: [] },
  });
  const server = makeRestServer();

  async function answer(request: Request, bindings: unknown): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith(`${BASE}/`)) return pages(request);
    const path = decodeURIComponent(pathname.slice(BASE.length));
    const text = await request.text();
    const loss = site.lose?.isMeant(request.method, path) ? site.lose : null;
    if (loss) site.lose = null;
    if (loss?.kind === 'request') return broken(bindings as Bindings);
    const { status, body } = server.handle({
      method: request.method,
      path,
      query: Object.fromEntries(searchParams),
      token: request.headers.get('authorization')?.replace(/^Bearer /, '') ?? null,
      body: text === '' ? null : JSON.parse(text),
    });
    return loss ? broken(bindings as Bindings) : Response.json(body, { status });
  }

  const listening = await listen(answer, { host: '127.0.0.1', port: 0 });
  const site: RestSite = {
    origin: `http://localhost:${listening.port}`,
    server,
    lose: null,
    async close() {
      await listening.stop(0);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return site;
}

/** An answer that breaks off in its first word. */
function broken({ outgoing }: Bindings): Response {
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  outgoing.write('{"da', () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}
