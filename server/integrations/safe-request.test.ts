import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NoResult, publicReach, refuseAddress, requestSafely, UnsafeAddress, type Reach } from './safe-request.ts';

/** Spellings of addresses that belong to a network of our own, or to nobody. */
const hosts = [
  '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001',
  '127.0.0.1.', '１２７.0.0.1', '127。0。0。1', '0.0.0.0', '0', '0x0', '10.0.0.1', '10.1', '167772161', '012.0.0.1',
  '172.16.0.1', '172.31.255.255', '0xac100001', '192.168.0.1', '192.168.1', '3232235521', '0300.0250.0.1', '169.254.169.254',
  '0xa9fea9fe', '2852039166', '169.254.1', '100.64.0.1', '100.127.255.255', '192.0.0.8', '192.0.2.1', '198.18.0.1',
  '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '192.88.99.1',
  '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[2001:db8::1]',
  '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[3fff::1]', '[fec0::1]', '[100::1]', 'localhost', 'LOCALHOST', 'localhost.',
  'a.localhost', 'router.local', 'kitchen.lan', 'metadata.google.internal', 'printer', 'intranet.corp', '1.0.0.127.in-addr.arpa',
]; // prettier-ignore

const found: Record<string, string[]> = {
  'public.example': ['93.184.216.34'],
  'private.example': ['10.0.0.7'],
  'loopback.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'mixed.example': ['93.184.216.34', '192.168.0.4'],
  'metadata.example': ['169.254.169.254'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
};
const stub: Reach = {
  ...publicReach,
  resolve: (host) => (found[host] ? Promise.resolve(found[host]) : Promise.reject(new Error('ENOTFOUND'))),
};

test('there are at least 60 spellings', () => expect(new Set(hosts).size).toBeGreaterThanOrEqual(60));

test.each(hosts)('refuses https://%s', async (host) => {
  const refused = refuseAddress(`https://${host}/health`);
  expect(refused).toMatch(/public internet|valid address/);
  await expect(requestSafely(`https://${host}/health`, { method: 'GET' }, stub)).rejects.toThrow(UnsafeAddress);
});

test.each([
  'http://public.example',
  'ftp://public.example',
  'file:///etc/passwd',
  'gopher://public.example',
  'javascript:alert(1)',
  'https://user:secret@public.example',
  'https://public.example:8443',
  'https://public.example:22',
  '//public.example',
  'public.example',
  '',
])('refuses %s', (address) => expect(refuseAddress(address)).not.toBeNull());

test.each(Object.keys(found).filter((host) => host !== 'public.example'))(
  'refuses %s, whose name leads into a private network',
  async (host) => {
    await expect(requestSafely(`https://${host}/`, { method: 'GET' }, stub)).rejects.toThrow(UnsafeAddress);
  },
);

test('takes public addresses', () => {
  for (const address of ['https://public.example', 'https://1.1.1.1/', 'https://[2606:4700::1111]/x'])
    expect(refuseAddress(address)).toBeNull();
});

describe('a connection', () => {
  let port = 0;
  let hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url!);
    if (request.url === '/away') return response.writeHead(302, { Location: `http://127.0.0.1:${port}/secret` }).end();
    if (request.url === '/long') return response.end(Buffer.alloc(1_100_000));
    return response.end('fine');
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  /** The name leads to the test's server; `isAllowed` decides as the test wants. */
  const reach = (answers: string[][], isAllowed: (address: string) => boolean = () => true): Reach => ({
    resolve: () => Promise.resolve(answers.shift() ?? ['127.0.0.1']),
    isAllowed,
    allowsHttp: true,
  });

  test('goes to the address that was checked, whatever the name says later', async () => {
    hits = [];
    let lookups = 0;
    const rebinding: Reach = {
      // The first answer is checked; a second lookup would lead elsewhere.
      resolve: () => Promise.resolve(lookups++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
      isAllowed: (address) => address === '127.0.0.1',
      allowsHttp: true,
    };
    const reply = await requestSafely(`http://rebinding.example:${port}/x`, { method: 'GET' }, rebinding);
    expect([reply.status, String(reply.body), lookups, hits]).toEqual([200, 'fine', 1, ['/x']]);
    await expect(requestSafely(`http://rebinding.example:${port}/x`, { method: 'GET' }, rebinding)).rejects.toThrow(
      UnsafeAddress,
    );
  });

  test('follows no redirect and reads no endless answer', async () => {
    hits = [];
    expect((await requestSafely(`http://a.example:${port}/away`, { method: 'GET' }, reach([]))).status).toBe(302);
    expect(hits).toEqual(['/away']);
    await expect(requestSafely(`http://a.example:${port}/long`, { method: 'GET' }, reach([]))).rejects.toThrow(
      NoResult,
    );
  });
});
