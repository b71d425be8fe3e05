import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPages, type Pages } from '../../../server/web/pages.ts';
import type { Galley } from '../galley.ts';
import type { Build, Built } from './builds.ts';

export interface Deployed {
  origin: string;
  /** Serves this build from now on, like a server that was restarted with it. */
  deploy(build: Build): Promise<void>;
  /** Deletes the assets of earlier builds, as after more deploys than the server keeps. */
  forgetEarlierBuilds(): Promise<void>;
  /** Requested paths that do not exist. */
  missing: string[];
  close(): Promise<void>;
}

/**
 * One origin with the product's page server over one of three builds and the API of a running Galley behind it. `answerFirst` may
 * answer any request itself.
 */
export async function deployed(
  galley: Galley,
  built: Pick<Built, 'folderOf'>,
  first: Build,
  answerFirst: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean = () => false,
): Promise<Deployed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'galley-deployed-'));
  let build = first;
  let pages: Pages;
  const missing: string[] = [];

  async function deploy(next: Build): Promise<void> {
    build = next;
    pages = await createPages({ dist: built.folderOf(next), env: { dataDir, pageOrigins: [] } });
  }

  async function give(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = incoming;
    const url = new URL(incoming.url ?? '/', origin);
    const reply = await pages(new Request(url, { method, headers: headers as Record<string, string> }));
    if (reply.status === 404) missing.push(url.pathname);
    outgoing.writeHead(reply.status, Object.fromEntries(reply.headers));
    outgoing.end(Buffer.from(await reply.arrayBuffer()));
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: galley.port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  await deploy(first);
  const server = createServer((incoming, outgoing) => {
    if (answerFirst(incoming, outgoing)) return;
    if (incoming.url?.startsWith('/backend/')) pass(incoming, outgoing);
    else void give(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    deploy,
    async forgetEarlierBuilds() {
      await rm(join(dataDir, 'assets'), { recursive: true, force: true });
      await deploy(build);
    },
    missing,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
