import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calm, startProxy, type ChaosProxy } from './proxy.ts';

let server: Server;
let proxy: ChaosProxy;
let arrived: string[];

beforeEach(async () => {
  arrived = [];
  server = createServer((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk) => (body += chunk));
    incoming.on('end', () => {
      arrived.push(`${incoming.method} ${incoming.url} ${body}`);
      if (incoming.url !== '/backend/stream') return outgoing.end(`answer ${arrived.length}`);
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.write('event: hello\n\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startProxy({ port: (server.address() as AddressInfo).port, seed: 1 });
});

afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const post = (path: string, body = 'x') =>
  fetch(proxy.origin + path, { method: 'POST', body }).then((reply) => reply.text());

test('passes everything on unchanged without faults', async () => {
  expect(await post('/backend/a', 'hello')).toBe('answer 1');
  expect(await fetch(`${proxy.origin}/page`).then((reply) => reply.text())).toBe('answer 2');
  expect(arrived).toEqual(['POST /backend/a hello', 'GET /page ']);
});

test('a dropped request never reaches the server', async () => {
  proxy.setFaults({ ...calm, drop: 1 });
  await expect(post('/backend/a')).rejects.toThrow('fetch failed');
  expect(arrived).toEqual([]);
  expect(proxy.counts.dropped).toBe(1);
});

test('loses an answer only after the server has worked', async () => {
  proxy.setFaults({ ...calm, loseAnswer: 1 });
  await expect(post('/backend/a')).rejects.toThrow('fetch failed');
  expect(arrived).toEqual(['POST /backend/a x']);
  expect(proxy.counts.answerLost).toBe(1);
});

test('duplicates a request with the same bytes', async () => {
  proxy.setFaults({ ...calm, duplicate: 1 });
  await post('/backend/a', 'same');
  await expect.poll(() => arrived).toEqual(['POST /backend/a same', 'POST /backend/a same']);
});

test('a forced fault hits the next request to its path', async () => {
  proxy.force('/backend/push', [{ drop: true }, { loseAnswer: true }]);
  expect(await post('/backend/pull')).toBe('answer 1');
  await expect(post('/backend/push', 'dropped')).rejects.toThrow('fetch failed');
  await expect(post('/backend/push', 'lost')).rejects.toThrow('fetch failed');
  expect(await post('/backend/push', 'through')).toBe('answer 3');
  expect(arrived).toEqual(['POST /backend/pull x', 'POST /backend/push lost', 'POST /backend/push through']);
});

test('faults never affect pages', async () => {
  proxy.setFaults({ ...calm, drop: 1 });
  expect(await fetch(`${proxy.origin}/restaurant/orders`).then((reply) => reply.text())).toBe('answer 1');
});

test('passes an event stream at once, then cuts it', async () => {
  proxy.setFaults({ ...calm, cutStream: 1, maxDelayMs: 50 });
  const reply = await fetch(`${proxy.origin}/backend/stream`);
  const reader = reply.body!.getReader();
  const first = await reader.read();
  expect(new TextDecoder().decode(first.value)).toBe('event: hello\n\n');
  await expect(reader.read()).rejects.toThrow('terminated');
  expect(proxy.counts.streamCut).toBe(1);
});

test('an unreachable server breaks all connections until it returns', async () => {
  const reply = await fetch(`${proxy.origin}/backend/stream`);
  const reader = reply.body!.getReader();
  await reader.read();
  proxy.setReachable(false);
  await expect(reader.read()).rejects.toThrow('terminated');
  await expect(post('/backend/a')).rejects.toThrow('fetch failed');
  proxy.setReachable(true);
  expect(await post('/backend/a')).toBe('answer 2');
});

test('the same seed gives the same faults', async () => {
  const fates = async () => {
    const again = await startProxy({ port: (server.address() as AddressInfo).port, seed: 42 });
    again.setFaults({ ...calm, drop: 0.5 });
    const outcomes: boolean[] = [];
    for (let i = 0; i < 12; i++) {
      outcomes.push(
        await fetch(`${again.origin}/backend/${i}`).then(
          () => true,
          () => false,
        ),
      );
    }
    await again.close();
    return outcomes;
  };
  const first = await fates();
  expect(new Set(first).size).toBe(2);
  expect(await fates()).toEqual(first);
});
