import type { Answer, Transport } from '../../../src/sync/protocol/transport.ts';
import type { Seeded } from '../../support/seeded.ts';
import { ticks } from '../settled.ts';
import type { Code } from './code.ts';
import type { Tab } from './tab.ts';
import { never, refusal, travel, type Reply, type NetworkFaults } from './network-faults.ts';

/** A request: one call of the sync protocol, as bytes. */
export interface Sent {
  tab: Tab;
  token: string;
  path: 'push' | 'pull';
  text: string;
}

/** The network of one history, in memory. `random` is that of the current operation. */
export interface Wire extends NetworkFaults {
  /** By device name: statuses that its next calls get instead of an answer. */
  scripted: Map<string, Scripted>;
  /** By device name: number of pulls that succeed before one is lost, between the pages of one answer. */
  torn: Map<string, { after: number }>;
  /** By device name: the next answer to this kind of call is delayed. */
  late: Map<string, Sent['path']>;
  /** Names of devices whose next call is never answered. */
  hung: Set<string>;
  /** Number of faults by kind. */
  faults: Map<string, number>;
  calls: number;
  /** Running calls. */
  busy: number;
  /** From now on, running calls are not answered. */
  killServer(): void;
  /** A month passes: requests on their way never arrive. */
  passMonth(): void;
  isServerDown: boolean;
  /** No poke reaches any device. */
  isMute: boolean;
}

/** `path`: only for these calls. `isProxys`: with a proxy's text, not the API's. */
interface Scripted {
  /** Null: no answer. */
  status: number | null;
  count: number;
  path?: Sent['path'];
  isProxys?: boolean;
}

export interface WireOptions {
  serve: (sent: Sent) => Promise<Reply>;
  isReachable: (tab: Tab) => boolean;
  /** Called when a request leaves the device. Returns false to stop a tab that calls without end. */
  witness: (sent: Sent) => boolean;
  /** Called with the reply; null if there was none. */
  answered: (sent: Sent, reply: Reply | null) => void;
  deviceOf: (tab: Tab) => string;
}

export function makeWire(options: WireOptions) {
  let instance = 0;
  let month = 0;
  const wire: Wire & { call(sent: Sent): Promise<Reply> } = {
    faultRate: 0,
    random: null as unknown as Seeded, // set before each operation
    held: [],
    scripted: new Map(),
    torn: new Map(),
    late: new Map(),
    hung: new Set(),
    faults: new Map(),
    calls: 0,
    busy: 0,
    isServerDown: false,
    isMute: false,
    killServer() {
      instance += 1;
    },
    passMonth() {
      month += 1;
    },
    call,
  };
  const count = (kind: string) => wire.faults.set(kind, (wire.faults.get(kind) ?? 0) + 1);

  async function call(sent: Sent): Promise<Reply> {
    if (!options.witness(sent)) return never();
    try {
      const reply = await answer(sent);
      options.answered(sent, reply);
      return reply;
    } catch (error) {
      options.answered(sent, null);
      throw error;
    }
  }

  async function answer(sent: Sent): Promise<Reply> {
    const { tab } = sent;
    if (!options.isReachable(tab)) return lost('unreachable');
    const torn = wire.torn.get(options.deviceOf(tab));
    if (torn && sent.path === 'pull' && torn.after-- <= 0) {
      wire.torn.delete(options.deviceOf(tab));
      return lost('page lost');
    }
    if (wire.hung.delete(options.deviceOf(tab))) return never();
    const scripted = wire.scripted.get(options.deviceOf(tab));
    if (scripted && scripted.count > 0 && (scripted.path ?? sent.path) === sent.path) {
      scripted.count -= 1;
      if (scripted.status === null) return lost('unanswered push');
      count(`status ${scripted.status}`);
      if (scripted.isProxys) return { status: scripted.status, text: '<html>No</html>' };
      return refusal(scripted.status, `scripted_${scripted.status}`);
    }
    const device = options.deviceOf(tab);
    const isLate = wire.late.get(device) === sent.path && wire.late.delete(device);
    const sentIn = month;
    const reply = await travel(() => deliver(sent, sentIn), wire, count, isLate ? 'reordered' : undefined);
    return options.isReachable(tab) ? reply : lost('answer lost');
  }

  async function deliver(sent: Sent, sentIn: number): Promise<Reply> {
    wire.calls += 1;
    wire.busy += 1;
    try {
      const own = instance;
      await ticks(wire.random.between(0, 2));
      if (wire.isServerDown || own !== instance) return lost('server down');
      if (sentIn !== month) return lost('month old');
      const reply = await options.serve(sent);
      await ticks(wire.random.between(0, 2));
      return own === instance ? reply : lost('server down');
    } finally {
      wire.busy -= 1;
    }
  }

  function lost(kind: string): never {
    count(kind);
    throw new TypeError('Failed to fetch');
  }

  return wire;
}

/** Transport of the sync loop, through the sync layer's HTTP client (`http`) or past it. */
export function transportOf(
  call: (sent: Sent) => Promise<Reply>,
  tab: Tab,
  token: () => string,
  http: Code['httpTransport'] | null,
): Transport {
  const reach = async (path: Sent['path'], text: string): Promise<Reply> => {
    if (!tab.isAlive()) return never();
    await tab.awake();
    try {
      return await call({ tab, token: token(), path, text });
    } finally {
      await tab.awake();
    }
  };
  if (http) {
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      const path = request.url.endsWith('/sync/push') ? 'push' : 'pull';
      const { status, text, headers = {} } = await reach(path, await request.text());
      return new Response(text, { status, headers });
    };
    return http('http://localhost/backend', token, fetch);
  }
  const direct = async <T>(path: Sent['path'], body: unknown): Promise<Answer<T>> => {
    try {
      const { status, text, namedSeconds } = await reach(path, JSON.stringify(body));
      const json = parsed(text);
      if (status === 200) return json?.data ? { kind: 'ok', data: json.data as T } : { kind: 'unanswered' };
      const retryAfterMs = (namedSeconds ?? Number(json?.retry_after_seconds)) * 1000;
      const error = typeof json?.code === 'string' ? { code: json.code, message: '' } : null;
      return { kind: 'status', status, error, retryAfterMs: retryAfterMs > 0 ? retryAfterMs : null };
    } catch {
      return { kind: 'unanswered' };
    }
  };
  return { push: (body) => direct('push', body), pull: (body) => direct('pull', body) };
}

function parsed(text: string): { data?: unknown; code?: unknown; retry_after_seconds?: unknown } | null {
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}
