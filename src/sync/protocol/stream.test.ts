import { afterEach, describe, expect, test, vi } from 'vitest';
import { START } from '../../../tests/support/tablet.ts';
import { makeTime } from '../../../tests/sim/virtual-clock.ts';
import { eventsOf, makeStream, type SseEvent } from './stream.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const turns = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('events of a stream', () => {
  const text = ': hi\n\nevent: hello\r\ndata: {"epoch":"é"}\r\n\r\nevent: poke\ndata: a\ndata: b\n\nevent: cut';

  test.each([1, 2, 3, 7, 1000])('are complete when bytes arrive in pieces of %i', async (size) => {
    const all = bytes(text);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < all.length; i += size) controller.enqueue(all.slice(i, i + size));
        controller.close();
      },
    });
    const events: SseEvent[] = [];
    for await (const event of eventsOf(body)) events.push(event);
    expect(events).toEqual([
      { name: 'hello', data: '{"epoch":"é"}' },
      { name: 'poke', data: 'a\nb' },
    ]);
  });
});

/** A server whose connections the test controls. */
function lines() {
  const time = makeTime(START);
  const asked: { url: string; token: string | null; signal: AbortSignal }[] = [];
  const open: ReadableStreamDefaultController<Uint8Array>[] = [];
  let status = 200;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const signal = init.signal!;
    asked.push({ url, token: new Headers(init.headers).get('Authorization'), signal });
    if (status === 0) throw new TypeError('No route');
    if (status !== 200) return new Response('{}', { status, headers: status === 503 ? { 'Retry-After': '90' } : {} });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        open.push(controller);
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
  const heard: [string, number][] = [];
  let [refused, lost] = [0, 0];
  const stream = makeStream({
    base: 'http://localhost/backend',
    token: () => 'token-1',
    clock: time,
    random: () => 1,
    onVersion: (epoch, version) => heard.push([epoch, version]),
    onRefused: () => (refused += 1),
    onLost: () => (lost += 1),
  });
  const pass = async (ms: number) => {
    await time.pass(ms, turns);
    await turns();
  };
  return {
    time,
    asked,
    heard,
    stream,
    refused: () => refused,
    lost: () => lost,
    answer: (next: number) => (status = next),
    say: async (name: string, data: object = {}) => {
      open.at(-1)!.enqueue(bytes(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
      await turns();
    },
    breakOff: async () => {
      open.at(-1)!.error(new TypeError('The line broke'));
      await turns();
    },
    pass,
    /** Number of requests just before and at the end of each wait. */
    tries: async (waits: number[], fault = async () => {}) => {
      const tries: number[] = [];
      for (const ms of waits) {
        await fault();
        await pass(ms - 1);
        tries.push(asked.length);
        await pass(1);
        tries.push(asked.length);
      }
      return tries;
    },
  };
}

afterEach(() => void vi.unstubAllGlobals());

describe('the stream of pokes', () => {
  test('sends the token and reports versions of its epoch', async () => {
    const { stream, asked, heard, say } = lines();
    stream.open();
    await turns();
    expect(asked).toMatchObject([{ url: 'http://localhost/backend/sync/stream', token: 'Bearer token-1' }]);
    await say('hello', { epoch: 'e', version: 3 });
    await say('ping');
    await say('poke', { version: 4 });
    expect(heard).toEqual([
      ['e', 3],
      ['e', 4],
    ]);
    stream.close();
  });

  test('opens once', async () => {
    const { stream, asked } = lines();
    stream.open();
    stream.open();
    await turns();
    expect(asked).toHaveLength(1);
    stream.close();
  });

  test.each([
    ['nobody answers', 0],
    ['a proxy answers for it', 502],
  ])('retries each second after a restart, then more rarely: %s', async (_, status) => {
    const { stream, answer, asked, pass, tries } = lines();
    answer(status);
    stream.open();
    await turns();
    expect(await tries([500, 1000, 1000, 1000])).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
    await pass(27_000);
    const before = asked.length;
    expect(await tries([2000, 4000, 8000, 16_000])).toEqual([0, 1, 1, 2, 2, 3, 3, 4].map((n) => before + n));
    stream.close();
  });

  test('that reconnects at once is no reason for doubt', async () => {
    const { stream, asked, lost, say, breakOff, pass } = lines();
    stream.open();
    await turns();
    await say('hello', { epoch: 'e', version: 1 });
    await breakOff();
    await pass(500);
    await say('hello', { epoch: 'e', version: 1 });
    expect([asked.length, lost()]).toEqual([2, 0]);
    stream.close();
  });

  test.each([
    ['is not to be reached', 0],
    ['answers with an error', 502],
  ])('reports once that it is lost when the server %s', async (_, status) => {
    const { stream, answer, lost, say, breakOff, pass } = lines();
    stream.open();
    await turns();
    await say('hello', { epoch: 'e', version: 1 });
    answer(status);
    await breakOff();
    expect(lost()).toBe(0);
    await pass(500);
    expect(lost()).toBe(1);
    await pass(600_000);
    expect(lost()).toBe(1);
    stream.close();
  });

  test('reports a loss if reconnecting fails', async () => {
    const { stream, lost, say, breakOff, pass } = lines();
    stream.open();
    await turns();
    await say('hello', { epoch: 'e', version: 1 });
    await breakOff();
    await pass(4499);
    expect(lost()).toBe(0);
    await pass(1);
    expect(lost()).toBe(1);
    stream.close();
  });

  test('is doubted without pings, at most once a minute', async () => {
    const { stream, asked, lost, say, pass } = lines();
    stream.open();
    await turns();
    await say('hello', { epoch: 'e', version: 1 });
    await pass(4000);
    await say('ping');
    await pass(5999);
    expect(lost()).toBe(0);
    await pass(1);
    expect(lost()).toBe(1);
    for (let i = 0; i < 6; i++) {
      await say('ping');
      await pass(10_000);
    }
    expect([asked.length, lost()]).toEqual([1, 1]);
    await say('ping');
    await pass(10_000);
    expect([asked.length, lost()]).toEqual([1, 2]);
    stream.close();
  });

  test('reconnects soon after a good connection', async () => {
    const { stream, asked, say, breakOff, pass } = lines();
    stream.open();
    await turns();
    for (let i = 1; i <= 6; i++) {
      expect(asked).toHaveLength(i);
      await say('hello', { epoch: 'e', version: i });
      await pass(10_000);
      await breakOff();
      await pass(500);
    }
    expect(asked).toHaveLength(7);
    stream.close();
  });

  test('backs off if a proxy cuts every connection early (R30)', async () => {
    const { stream, say, breakOff, tries } = lines();
    stream.open();
    await turns();
    const cut = async () => {
      await say('hello', { epoch: 'e', version: 1 });
      await breakOff();
    };
    expect(await tries([500, 1000, 2000, 4000], cut)).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
    stream.close();
  });

  test('reconnects no sooner than the server named (R30)', async () => {
    const { stream, asked, answer, pass } = lines();
    answer(503);
    stream.open();
    await turns();
    await pass(89_999);
    expect(asked).toHaveLength(1);
    await pass(1);
    expect(asked).toHaveLength(2);
    stream.close();
  });

  test('gives up a connection silent for half a minute', async () => {
    const { stream, asked, say, pass } = lines();
    stream.open();
    await turns();
    await say('hello', { epoch: 'e', version: 1 });
    await pass(20_000);
    await say('ping');
    await pass(29_999);
    expect(asked).toHaveLength(1);
    await pass(1);
    expect(asked[0]?.signal.aborted).toBe(true);
    await pass(500);
    expect(asked).toHaveLength(2);
    stream.close();
  });

  test('reports the end of the session by 401 and bye', async () => {
    const { stream, answer, refused, say, pass } = lines();
    answer(401);
    stream.open();
    await turns();
    expect(refused()).toBe(1);
    answer(200);
    await pass(1000);
    await say('bye');
    expect(refused()).toBe(2);
    stream.close();
  });

  test('ends its connection when closed', async () => {
    const { stream, asked, pass } = lines();
    stream.open();
    await turns();
    stream.close();
    await turns();
    expect(asked[0]?.signal.aborted).toBe(true);
    await pass(600_000);
    expect(asked).toHaveLength(1);
    stream.open();
    await turns();
    expect(asked).toHaveLength(2);
    stream.close();
  });
});
