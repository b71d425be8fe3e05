import { Agent, createServer, request, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { seeded, type Seeded } from './seeded.ts';

/** The share of requests, 0 to 1, that meets each fault. Faults can combine, except the first two. */
export interface Faults {
  /** The connection breaks before the request reaches the server. */
  drop: number;
  /** The server processes the request, but its answer is lost. */
  loseAnswer: number;
  /** The server gets the same bytes twice: in sequence, at once, or again when later requests may have passed. */
  duplicate: number;
  /** The request waits up to `maxDelayMs` on its way to the server; the way back is drawn separately. */
  delay: number;
  maxDelayMs: number;
  /** An event stream breaks after at most ten times `maxDelayMs`. */
  cutStream: number;
}

export const calm: Faults = { drop: 0, loseAnswer: 0, duplicate: 0, delay: 0, maxDelayMs: 0, cutStream: 0 };
export const rough: Faults = {
  drop: 0.2,
  loseAnswer: 0.25,
  duplicate: 0.25,
  delay: 0.5,
  maxDelayMs: 120,
  cutStream: 0.5,
};

export type FaultKind = 'dropped' | 'answerLost' | 'duplicated' | 'delayed' | 'streamCut' | 'unreachable';

/** A request that passed: `at` is epoch ms of its arrival at the proxy, `status` is null until there is an answer. */
export interface Passed {
  method: string;
  path: string;
  body: Buffer;
  at: number;
  status: number | null;
}

export interface ProxyOptions {
  /** The server's current port. */
  port: number;
  seed: number;
  /** Which requests may meet faults. Default: requests to the API. */
  mayFail?: (path: string) => boolean;
}

export interface ChaosProxy {
  /** The origin of the whole app as the browser sees it. */
  origin: string;
  counts: Record<FaultKind, number>;
  /** Requests that may fail, in order of arrival. */
  passed: Passed[];
  setFaults(faults: Faults): void;
  /** The next requests to `path` meet these faults, one each, whatever the random numbers say, so that a short run meets every kind. */
  force(path: string, fates: Partial<Pick<Fate, 'drop' | 'loseAnswer' | 'duplicate'>>[]): void;
  /** While unreachable, every connection breaks at once, including open ones. */
  setReachable(isReachable: boolean): void;
  /** Forwards to another port after the server restarted. */
  retarget(port: number): void;
  /** Callbacks between a request's arrival and its forwarding, and after the server's answer has arrived. */
  hooks: {
    beforeForward?: (passed: Passed) => void | Promise<void>;
    afterAnswer?: (passed: Passed) => void | Promise<void>;
  };
  close(): Promise<void>;
}

/** An HTTP proxy that simulates a bad network between browser and server. It streams, so that pokes pass at once. */
export async function startProxy(options: ProxyOptions): Promise<ChaosProxy> {
  const random = seeded(options.seed);
  const mayFail = options.mayFail ?? ((path) => path.startsWith('/backend/'));
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const forced = new Map<string, Partial<Fate>[]>();
  let faults = calm;
  let port = options.port;
  let isReachable = true;

  const proxy: ChaosProxy = {
    origin: '',
    counts: { dropped: 0, answerLost: 0, duplicated: 0, delayed: 0, streamCut: 0, unreachable: 0 },
    passed: [],
    hooks: {},
    setFaults: (next) => void (faults = next),
    force: (path, fates) => void forced.set(path, [...(forced.get(path) ?? []), ...fates]),
    setReachable(next) {
      isReachable = next;
      if (!next) for (const socket of sockets) socket.destroy();
    },
    retarget: (next) => void (port = next),
    async close() {
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch((error: unknown) => {
      // The far end closed in the middle: to the browser that is a broken connection and nothing else.
      if (!isBroken(error)) throw error;
      outgoing.destroy();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (!isReachable) {
      proxy.counts.unreachable++;
      socket.destroy();
    }
  });

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    const fate = { ...drawFate(random, mayFail(path) ? faults : calm), ...forced.get(path)?.shift() };
    const passed: Passed = {
      method: incoming.method ?? 'GET',
      path,
      body: await read(incoming),
      at: Date.now(),
      status: null,
    };
    if (mayFail(path)) proxy.passed.push(passed);
    await wait(fate.delayThereMs, proxy);
    if (fate.drop) {
      proxy.counts.dropped++;
      return void incoming.socket.destroy();
    }
    await proxy.hooks.beforeForward?.(passed);
    if (fate.duplicate) {
      proxy.counts.duplicated++;
      if (fate.twin === 'late') setTimeout(() => void sendTwin(incoming, passed.body), faults.maxDelayMs * 4).unref();
      else if (fate.twin === 'first') await sendTwin(incoming, passed.body);
      else void sendTwin(incoming, passed.body);
    }
    const answer = await forward(incoming, passed.body, outgoing);
    passed.status = answer.statusCode ?? 0;
    if (fate.loseAnswer) {
      await drain(answer);
      await proxy.hooks.afterAnswer?.(passed);
      proxy.counts.answerLost++;
      return void incoming.socket.destroy();
    }
    await proxy.hooks.afterAnswer?.(passed);
    await wait(fate.delayBackMs, proxy);
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    if (isStream(answer)) {
      outgoing.flushHeaders();
      if (fate.cutAfterMs !== null) cutLater(incoming.socket, fate.cutAfterMs);
    }
    answer.on('error', () => outgoing.destroy());
    outgoing.on('close', () => answer.destroy());
    answer.pipe(outgoing);
  }

  /** Sends the duplicate. Its answer is ignored and may break. */
  async function sendTwin(incoming: IncomingMessage, body: Buffer): Promise<void> {
    try {
      await drain(await forward(incoming, body));
    } catch (error) {
      if (!isBroken(error)) throw error;
    }
  }

  function forward(incoming: IncomingMessage, body: Buffer, outgoing?: ServerResponse): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent: ClientRequest = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: incoming.method,
        path: incoming.url,
        headers: ownLength(incoming, body),
      },
      resolve,
    );
    sent.on('error', reject);
    outgoing?.once('close', () => sent.destroy());
    sent.end(body);
    return promise;
  }

  function cutLater(socket: Socket, afterMs: number): void {
    setTimeout(() => {
      if (socket.destroyed) return;
      proxy.counts.streamCut++;
      socket.destroy();
    }, afterMs).unref();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return proxy;
}

interface Fate {
  drop: boolean;
  loseAnswer: boolean;
  duplicate: boolean;
  twin: 'first' | 'beside' | 'late';
  delayThereMs: number;
  delayBackMs: number;
  cutAfterMs: number | null;
}

/** Draws the same number of times whatever the results, so that one request's faults do not shift those of the next. */
function drawFate(random: Seeded, faults: Faults): Fate {
  const [drop, lose, duplicate, twin, there, thereMs, back, backMs, cut, cutMs] = Array.from({ length: 10 }, () =>
    random.next(),
  ) as [number, number, number, number, number, number, number, number, number, number];
  return {
    drop: drop < faults.drop,
    loseAnswer: lose < faults.loseAnswer,
    duplicate: duplicate < faults.duplicate,
    twin: twin < 1 / 3 ? 'first' : twin < 2 / 3 ? 'beside' : 'late',
    delayThereMs: there < faults.delay ? thereMs * faults.maxDelayMs : 0,
    delayBackMs: back < faults.delay ? backMs * faults.maxDelayMs : 0,
    cutAfterMs: cut < faults.cutStream ? cutMs * faults.maxDelayMs * 10 : null,
  };
}

async function wait(ms: number, proxy: ChaosProxy): Promise<void> {
  if (ms <= 0) return;
  proxy.counts.delayed++;
  await new Promise((resolve) => setTimeout(resolve, ms));
}

async function read(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function drain(answer: IncomingMessage): Promise<void> {
  // A stream never ends by itself, so its duplicate is closed at once.
  if (isStream(answer)) return void answer.destroy();
  answer.resume();
  if (!answer.complete) await once(answer, 'end');
}

const isStream = (answer: IncomingMessage) => (answer.headers['content-type'] ?? '').startsWith('text/event-stream');

/** The body has been read whole, so it is forwarded with a length, whatever its transfer encoding was. */
function ownLength(incoming: IncomingMessage, body: Buffer) {
  const { 'transfer-encoding': _, ...headers } = incoming.headers;
  return body.length > 0 ? { ...headers, 'content-length': body.length } : headers;
}

const broken = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNABORTED']);
const isBroken = (error: unknown) =>
  error instanceof Error &&
  (broken.has((error as NodeJS.ErrnoException).code ?? '') ||
    error.message === 'aborted' ||
    error.message === 'socket hang up');
