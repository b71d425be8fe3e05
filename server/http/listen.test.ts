import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { connectionLimits, listen, type Listening } from './listen.ts';

let server: Listening | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server?.stop(0);
});

const start = async (limits: Partial<typeof connectionLimits>) => {
  server = await listen(
    async (request) => new Response(await request.text()),
    { host: '127.0.0.1', port: 0 },
    { ...connectionLimits, ...limits },
  );
  return server.port;
};

/** Sends the bytes and returns everything received until the server closes the connection. */
async function sendAndWait(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  let answer = '';
  socket.on('data', (chunk) => void (answer += String(chunk)));
  // A server that closes while data arrives resets the connection.
  socket.on('error', () => {});
  socket.write(text);
  await new Promise((resolve) => socket.on('close', resolve));
  return answer;
}

test('ends a request whose body is late', async () => {
  const port = await start({ requestMs: 200, headersMs: 200, checkEveryMs: 50 });
  const answer = await sendAndWait(port, 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('answers a balancer that sends no Host', async () => {
  const port = await start({});
  expect(await sendAndWait(port, 'GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

test('says that it closes the connection when it answers before the body has come', async () => {
  server = await listen(
    async (request) =>
      request.url.endsWith('/refused') ? new Response(null, { status: 413 }) : new Response(await request.text()),
    { host: '127.0.0.1', port: 0 },
  );
  const head = (path: string, size: number) => `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Length: ${size}\r\n\r\n`;
  const body = 'x'.repeat(300_000);
  const refused = await sendAndWait(server.port, head('/refused', 12_000_000) + body);
  expect(refused).toMatch(/^HTTP\/1\.1 413 /);
  expect(refused).toMatch(/^Connection: close\r$/im);
  // A body that was read leaves the connection open for the next request.
  const twice = await sendAndWait(
    server.port,
    `${head('/', body.length)}${body}${head('/', 2)}hi${head('/refused', 12_000_000)}`,
  );
  expect(twice.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 413']);
  expect(twice.match(/^Connection: .*$/gim)).toEqual([
    'Connection: keep-alive',
    'Connection: keep-alive',
    'Connection: close',
  ]);
});

test('gives a request thirty seconds', () => {
  expect(connectionLimits.requestMs).toBe(30_000);
});

test('closes connections above its limit and serves the others', async () => {
  const port = await start({ connections: 2 });
  const open = [1, 2].map(() => connect({ port, host: '127.0.0.1' }));
  sockets.push(...open);
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  expect(await sendAndWait(port, 'GET / HTTP/1.1\r\nHost: here\r\n\r\n')).toBe('');
  open[0]!.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\nhi');
  const [answer] = await once(open[0]!, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
});
