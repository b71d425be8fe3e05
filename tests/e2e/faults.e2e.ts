import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { openAccount, type Account } from './api.ts';
import { startGalley, type Galley } from './galley.ts';
import { buildOne } from './update/builds.ts';
import { deployed, type Deployed } from './update/deployed.ts';

/** Must never leave the device: it is in a search, in a thrown error and in the address. */
const CANARY = 'canary-7f3a-sort-code-200415';

interface Report {
  type?: string;
  user?: unknown;
  request?: { url?: string };
  exception: { values: { type?: string; value: string; stacktrace?: { frames: { filename?: string }[] } }[] };
}

let folder: string;
let galley: Galley;
let account: Account;
let site: Deployed;
let tablet: Device;
/** Envelopes as they reached the API's path. */
const arrived: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-faults-'));
  [galley] = await Promise.all([
    startGalley({ cluster: inject('cluster') }),
    buildOne(folder, 'reporting', 1, { VITE_SENTRY_DSN: 'https://publickey@errors.galley.test/42' }),
  ]);
  account = await openAccount(galley, 'faults@galley.test', 'The Canary');
  site = await deployed(galley, { folderOf: () => folder }, 'first', (incoming, outgoing) => {
    if (incoming.url !== '/backend/telemetry') return false;
    let text = '';
    incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    incoming.on('end', () => {
      arrived.push(text);
      outgoing.writeHead(200).end();
    });
    return true;
  });
  tablet = await openDevice({ origin: site.origin });
  await tablet.signIn(account);
});

afterAll(async () => {
  await tablet?.dispose();
  await site?.close();
  await galley?.dispose();
  await rm(folder, { recursive: true, force: true });
});

const reports = (): Report[] => arrived.map((envelope) => JSON.parse(envelope.split('\n')[2]!) as Report);
const messages = () => reports().map(({ exception }) => exception.values[0]!.value);

test('reports of errors wait offline and contain nothing typed', async () => {
  const { page } = tablet;
  await tablet.go(`/restaurant/orders?search=${CANARY}`);
  await page.evaluate((canary) => {
    setTimeout(() => {
      throw new TypeError(`first "${canary}" is broken`);
    });
    void Promise.reject({ text: canary });
    void Promise.reject(new RangeError('second is out of range'));
  }, CANARY);
  await expect
    .poll(() => messages().toSorted())
    .toEqual(['What was thrown is no error', 'first […] is broken', 'second is out of range']);
  await page.getByRole('searchbox').first().fill('canary by the window');
  await page.evaluate(() => {
    void Promise.reject(new Error('nothing for canary by the window'));
  });
  await expect.poll(() => messages().at(3)).toBe('nothing for […]');

  await tablet.goOffline();
  await Promise.all(
    page.workers().map((worker) =>
      worker.evaluate(() => {
        setTimeout(() => {
          throw new Error('third broke in the worker');
        });
      }),
    ),
  );
  await expect.poll(() => page.evaluate(countPending)).toBe(1);
  expect(arrived).toHaveLength(4);
  await tablet.close();
  await tablet.reopen('/restaurant/orders');
  await tablet.goOnline();
  // After a failed attempt the reporting library waits twice as long for the next.
  await expect.poll(() => messages().at(4)).toMatch(/third broke in the worker$/);

  for (const { user, request, exception } of reports()) {
    expect(user).toEqual({ id: expect.any(String), email: 'faults@galley.test' });
    expect(request?.url).toBe('/restaurant/orders');
    expect(exception.values).toHaveLength(1);
  }
  expect(arrived.join('\n')).not.toContain('canary-');
  expect(arrived.join('\n')).not.toContain('by the window');
  expect(arrived.join('\n')).not.toContain('200415');
  expect(arrived.join('\n')).not.toMatch(/search=|Bearer|authToken/);
});

/** Runs in the page: the number of reports that wait for the network. */
async function countPending(): Promise<number> {
  const found = (await indexedDB.databases()).find(({ name }) => name === 'galley-reports');
  if (!found) return 0;
  const open = indexedDB.open('galley-reports');
  await new Promise((resolve) => open.addEventListener('success', resolve));
  const request = open.result.transaction('queue').objectStore('queue').count();
  await new Promise((resolve) => request.addEventListener('success', resolve));
  open.result.close();
  return request.result;
}
