import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAddress, fetchSafely, UnsafeAddress } from './fetch-safely.ts';
import { isPublicAddress } from './public-address.ts';

/** Spellings that lead to this machine or its network, or could. */
const refused = [
  'http://127.0.0.1/',
  'http://127.0.0.1:80/',
  'http://127.1/',
  'http://127.0.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://0x7f.1/',
  'http://127.0.0.1./',
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://a.localhost/',
  'http://localhost.localdomain/',
  'http://0/',
  'http://0.0.0.0/',
  'http://0x0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://0xa000001/',
  'http://167772161/',
  'http://012.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://2886729729/',
  'http://192.168.0.1/',
  'http://192.168.1.254/',
  'http://3232235777/',
  'http://0xc0a80101/',
  'http://0300.0250.1.1/',
  'http://169.254.169.254/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fe80::1]/',
  'http://[febf::1]/',
  'http://[fc00::1]/',
  'http://[fd00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://100.64.0.1/',
  'http://100.127.255.255/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://router.lan/',
  'http://intranet/',
  'http://1.0.0.127.in-addr.arpa/',
  'http://user@example.com/',
  'http://example.com@127.0.0.1/',
  'http://example.com:8080/',
  'https://example.com:22/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/plain,x',
  'javascript:alert(1)',
  'http://',
  'example.com',
  '//127.0.0.1/',
];

test('covers at least sixty spellings', () => {
  expect(new Set(refused).size).toBeGreaterThanOrEqual(60);
});

test.each(refused)('refuses %s as written', async (address) => {
  expect(checkAddress(address)).not.toBe(null);
  await expect(fetchSafely(address, { resolve: neverResolved })).rejects.toThrow(UnsafeAddress);
});

const neverResolved = () => Promise.reject(new Error('A refused address was looked up'));

test.each([
  'https://www.example.com/',
  'http://example.com/menu?x=1',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
])('takes %s', (address) => {
  expect(checkAddress(address)).toBe(null);
});

test.each(['127.0.0.1', '10.1.2.3', '::1', '::ffff:10.0.0.1', 'fe80::1', '64:ff9b::a00:1', 'not an address', ''])(
  '%s is not public',
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

describe('a fetch', () => {
  let server: Server;
  let port: number;
  const seen: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.headers.host} ${request.url}`);
      const target =
        request.url === '/inside'
          ? 'http://127.0.0.1/secret'
          : request.url === '/named'
            ? 'http://private.example/'
            : '/ok';
      if (request.url === '/ok') return response.setHeader('content-type', 'text/plain').end('Hello');
      if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end();
      if (request.url === '/large') return response.end(Buffer.alloc(3 * 1024 * 1024));
      if (request.url === '/missing') return response.writeHead(404).end();
      return response.writeHead(302, { location: target }).end();
    }).listen(0, '127.0.0.1');
    await new Promise((ready) => server.once('listening', ready));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  const names: Record<string, string[]> = {
    'www.example.com': ['93.184.215.14'],
    'private.example': ['10.0.0.5'],
    'mixed.example': ['93.184.215.14', '192.168.0.1'],
    'nowhere.example': [],
  };
  const resolve = (host: string) => Promise.resolve(names[host] ?? []);
  const connected: string[] = [];
  const connectTo = (address: string) => {
    connected.push(address);
    return { host: '127.0.0.1', port };
  };
  const get = (address: string) => fetchSafely(address, { resolve, connectTo });

  test('reads a public page and follows its redirects', async () => {
    const { url, bytes } = await get('http://www.example.com/start');
    expect(url).toBe('http://www.example.com/ok');
    expect(bytes.toString()).toBe('Hello');
    expect(seen).toEqual(['www.example.com /start', 'www.example.com /ok']);
  });

  test.each([
    ['a name of a private address', 'http://private.example/'],
    ['a name of which one address is private', 'http://mixed.example/'],
    ['a name without an address', 'http://nowhere.example/'],
    ['a redirect to this machine', 'http://www.example.com/inside'],
    ['a redirect to a name of a private address', 'http://www.example.com/named'],
    ['a redirect without an end', 'http://www.example.com/loop'],
    ['a file of more than 2 MB', 'http://www.example.com/large'],
    ['a page that is missing', 'http://www.example.com/missing'],
  ])('refuses %s', async (_what, address) => {
    await expect(get(address)).rejects.toThrow(UnsafeAddress);
  });

  test('connects to the address that was checked, though the name changes', async () => {
    connected.length = 0;
    let requested = 0;
    const rebinding = () => Promise.resolve((requested += 1) === 1 ? ['93.184.215.14'] : ['127.0.0.1']);
    await fetchSafely('http://www.example.com/ok', { resolve: rebinding, connectTo });
    expect([requested, connected]).toEqual([1, ['93.184.215.14']]);
    // The next hop is resolved and checked anew.
    await expect(fetchSafely('http://www.example.com/start', { resolve: rebinding, connectTo })).rejects.toThrow(
      'not on the public internet',
    );
  });
});
