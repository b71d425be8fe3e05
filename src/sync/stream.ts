import { stream } from '../../contract/sync.ts';
import { urlOf } from '../api/request.ts';
import type { Clock } from '../data/clock.ts';
import { waitMs } from './backoff.ts';
import { retryAfter } from './http.ts';

export interface StreamOptions {
  base: string;
  token: () => string;
  fetch?: typeof fetch;
  clock: Clock;
  random: () => number;
  /** `hello` or `poke`. */
  onVersion: (epoch: string, version: number) => void;
  /** The server ended the session, or does not know the token. */
  onRefused: () => void;
}

export interface Stream {
  open(): void;
  close(): void;
}

/** The server speaks every 25 s; when it has not for this long, the line is dead though nobody said so. */
const SILENCE_MS = 60_000;
/** A proxy may let the first words through and then cut each line: one that was good has lived for this long. */
const GOOD_MS = 10_000;

/**
 * Pokes by server-sent events, read with fetch because an EventSource cannot send the token. Hints only: the safety pull makes the loss
 * of any of them harmless. Only the leader opens one: a browser has six connections an origin.
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
  let failures = 0;
  const onGood = () => {
    failures = 0;
  };
  while (!signal.aborted) {
    let named: number | null = null;
    try {
      named = await listen(options, signal, onGood);
    } catch {
      // The line broke. The loop learns of it by its own calls.
    }
    await pause(options, waitMs(failures++, options.random, named), signal);
  }
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

/** Until the line ends or breaks. `onGood`: it is a good line, whatever ends it. Answers when to come back, ms, if the server names it. */
async function listen(options: StreamOptions, signal: AbortSignal, onGood: () => void): Promise<number | null> {
  const line = new AbortController();
  const end = () => line.abort();
  signal.addEventListener('abort', end);
  let cancel = options.clock.after(SILENCE_MS, end);
  let leaveGood: (() => void) | null = null;
  try {
    const response = await (options.fetch ?? fetch)(urlOf(options.base, stream, {}), {
      headers: { Authorization: `Bearer ${options.token()}`, Accept: 'text/event-stream' },
      signal: line.signal,
      cache: 'no-store',
      credentials: 'omit',
    });
    if (response.status === 401) options.onRefused();
    if (!response.ok || !response.body) return retryAfter(response, null);
    let epoch = '';
    for await (const event of eventsOf(response.body)) {
      cancel();
      cancel = options.clock.after(SILENCE_MS, end);
      leaveGood ??= options.clock.after(GOOD_MS, onGood);
      if (event.name === 'bye') options.onRefused();
      if (event.name !== 'hello' && event.name !== 'poke') continue;
      const said = JSON.parse(event.data) as { epoch?: string; version: number };
      epoch = said.epoch ?? epoch; // pokes are of the history that `hello` named
      options.onVersion(epoch, said.version);
    }
    return null;
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

/** Events of a text/event-stream, however its bytes are cut. */
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
    void reader.cancel().catch(() => undefined); // the line is closed already
  }
}

function eventOf(block: string): SseEvent | null {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  const values = (name: string) => fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '');
  const name = values('event')[0];
  return name ? { name, data: values('data').join('\n') } : null;
}
