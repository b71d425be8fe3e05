import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevice } from '../support/device.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { turnItem } from './orders.ts';
import { storedResults } from './truth.ts';

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let gateway: Server;

beforeAll(async () => {
  galley = await startGalley();
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, { email: 'restart@galley.test', name: 'Second Sitting', seed: 23 });
  gateway = await startGateway(galley.port);
});

afterAll(async () => {
  gateway?.close();
  gateway?.closeAllConnections();
  await owner?.end();
  await galley?.dispose();
});

test.each([
  ['reached directly', () => galley.origin],
  ['behind a proxy', () => `http://localhost:${(gateway.address() as AddressInfo).port}`],
])('notices a killed server and its return (R29, R30): %s', async (_, origin) => {
  const tablet = await openDevice({ origin: origin() });
  try {
    await tablet.signIn(kitchen);
    await tablet.waitForStatus('All changes saved');
    await tablet.isLoaded();
    await tablet.go(kitchen.itemsPath);
    await tablet.waitForStatus('All changes saved');
    const [item] = kitchen.shown;
    // The event stream opens after the first answer.
    await sleep(2000);

    await galley.kill();
    await tablet.waitForStatus('Offline, 0 changes waiting', { timeoutMs: 10_000 });

    const before = await count();
    await turnItem(tablet.page, item!.name, false);
    await tablet.waitForStatus('Offline, 1 change waiting');
    await galley.start();
    const backAt = Date.now();
    while ((await count()) === before) await sleep(20);
    expect(Date.now() - backAt).toBeLessThan(2000);
    await tablet.waitForStatus('All changes saved');
    await turnItem(tablet.page, item!.name, true);
    await tablet.waitForStatus('All changes saved');
  } finally {
    await tablet.dispose();
  }
});

const count = async () => (await storedResults(owner, kitchen.restaurantId)).length;

/** A reverse proxy that answers 502 while the server is down, as nginx does. */
async function startGateway(port: number): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { url, method, headers } = incoming;
    const passedOn = request({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    passedOn.on('error', () => {
      if (outgoing.headersSent) return outgoing.destroy();
      outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
    });
    outgoing.on('close', () => passedOn.destroy());
    incoming.pipe(passedOn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
