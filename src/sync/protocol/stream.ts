import { stream } from '../../../contract/sync/calls.ts';
import { urlOf } from '../../api/request.ts';
import type { Clock } from '../../data/clock.ts';
import { makeCooldown, waitMs } from '../runtime/backoff.ts';
import { retryAfter } from './http.ts';

export interface StreamOptions {
  base: string;
  token: () => string;
  fetch?: typeof fetch;
  clock: Clock;
  random: () => number;
  /** Called for `hello` and `poke`. */
  onVersion: (epoch: string, version: number) => void;
  /** The server ended the session or rejects the token. */
  onRefused: () => void;
  /** A working stream broke and cannot be reopened, or went silent: the server may be gone. */
  onLost: () => void;
}

export interface Stream {
  open(): void;
  close(): void;
}

/** The server pings every 4 s. A longer silence is a reason for doubt, */
const DOUBT_AFTER_MS = 6_000;
/** but not more often than this: a stalling server would get a pull from every device on top. */
const DOUBT_EVERY_MS = 60_000;
/** A stream without a first event after this time is doubted. */
const HELLO_MS = 4_000;
/** A connection silent for this long is dead. */
const SILENCE_MS = 30_000;
/** A connection counts as good after this time: a proxy may let the first events through and then cut every connection. */
const GOOD_MS = 10_000;
/** A restarted server is back within this time. Devices retry often during it, so that the first change arrives within a second. */
const RESTART_MS = 30_000;

/**
 * Pokes by server-sent events, read with fetch because an EventSource cannot send the token. They are hints: the safety pull covers their
 * loss. Only the leader opens a stream, since browsers allow six connections per origin.
 */
export function makeStream(options: StreamOptions): Stream {
  let controller: AbortController | null = null;
  return {
    open() {
      if (controller) return;
      controller = new AbortController();
      void keepOpen(options, controller.signal);
    },
    close() {
      controller?.abort();
      controller = null;
    },
  };
}

async function keepOpen(options: StreamOptions, signal: AbortSignal): Promise<void> {
  const { clock, random } = options;
  const restart = makeCooldown(clock);
  const doubted = makeCooldown(clock);
  let failures = 0;
  let isTrusted = false;
  let isAway = false;
  const heard: Heard = {
    words() {
      isTrusted = true;
      isAway = false;
    },
    good() {
      failures = 0;
    },
    silence() {
      if (!isTrusted || doubted.isOn()) return;
      doubted.begin(DOUBT_EVERY_MS);
      options.onLost();
    },
  };
  while (!signal.aborted) {
    const { named, isServer } = await listen(options, signal, heard);
    if (!isServer && !isAway) {
      isAway = true;
      restart.begin(RESTART_MS);
    }
    if (!isServer && isTrusted && !signal.aborted) {
      // Once per working stream; the loop continues by itself.
      isTrusted = false;
      options.onLost();
    }
    const isRestarting = !isServer && restart.isOn();
    await pause(options, waitMs(isRestarting ? Math.min(failures, 1) : failures, random, named), signal);
    failures = isRestarting ? Math.min(failures + 1, 2) : failures + 1;
  }
}

interface Heard {
  /** Any event arrived. */
  words(): void;
  /** The connection lived long enough to count as good. */
  good(): void;
  /** No event for longer than the ping interval, or no first event. */
  silence(): void;
}

interface Ended {
  /** When to reconnect, ms, if the server named it. */
  named: number | null;
  /** False if nothing from the server came through this connection. */
  isServer: boolean;
}

function pause({ clock }: StreamOptions, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener('abort', end);
  });
}

/** Reads events until the connection ends or breaks. */
async function listen(options: StreamOptions, signal: AbortSignal, heard: Heard): Promise<Ended> {
  const { clock } = options;
  const connection = new AbortController();
  const end = () => connection.abort();
  signal.addEventListener('abort', end);
  let timers = [clock.after(SILENCE_MS, end), clock.after(HELLO_MS, heard.silence)];
  const cancel = () => timers.forEach((stop) => stop());
  let leaveGood: (() => void) | null = null;
  try {
    const response = await (options.fetch ?? fetch)(urlOf(options.base, stream, {}), {
      headers: { Authorization: `Bearer ${options.token()}`, Accept: 'text/event-stream' },
      signal: connection.signal,
      cache: 'no-store',
      credentials: 'omit',
    });
    if (response.status === 401) options.onRefused();
    if (!response.ok || !response.body) return { named: retryAfter(response, null), isServer: response.status < 500 };
    let epoch = '';
    for await (const event of eventsOf(response.body)) {
      cancel();
      timers = [clock.after(SILENCE_MS, end), clock.after(DOUBT_AFTER_MS, heard.silence)];
      leaveGood ??= clock.after(GOOD_MS, heard.good);
      heard.words();
      if (event.name === 'bye') options.onRefused();
      if (event.name !== 'hello' && event.name !== 'poke') continue;
      const said = JSON.parse(event.data) as { epoch?: string; version: number };
      epoch = said.epoch ?? epoch; // pokes belong to the epoch that `hello` named
      options.onVersion(epoch, said.version);
    }
    return { named: null, isServer: leaveGood !== null };
  } catch {
    // It broke. The next connection or the loop finds out whether the server is there.
    return { named: null, isServer: leaveGood !== null };
  } finally {
    cancel();
    leaveGood?.();
    end();
    signal.removeEventListener('abort', end);
  }
}

export interface SseEvent {
  name: string;
  data: string;
}

/** Events of a text/event-stream, however its bytes are split. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<SseEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined); // the connection is already closed
  }
}

function eventOf(block: string): SseEvent | null {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  const values = (name: string) => fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '');
  const name = values('event')[0];
  return name ? { name, data: values('data').join('\n') } : null;
}
