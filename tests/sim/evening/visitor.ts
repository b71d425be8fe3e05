import type { z } from 'zod/mini';
import type { PublicMessage, PublicOrder } from '../../../contract/storefront/calls.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { VirtualTime } from '../virtual-clock.ts';

export type ChatMessage = z.infer<typeof PublicMessage>;
export type Ordered = z.infer<typeof PublicOrder>;

const ANSWER_WAIT_MS = 15_000;
const RETRY_MS = 2000;

export interface Line {
  fetch: typeof fetch;
  time: VirtualTime;
  random: Seeded;
  /** Such as "http://…/backend/public/restaurants/the-anchor". */
  base: string;
}

/** Number of repeated calls. */
export interface Persistence {
  again: number;
}

/** A call from a customer's phone. Repeats it with the same key until it is answered. Returns null if the restaurant refuses. */
export async function insist<T>(
  { fetch, time, random, base }: Line,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  tries: Persistence = { again: 0 },
): Promise<T | null> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': keyOf(random) };
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  for (;;) {
    const answer = await within(time, attempt<T>(fetch, base + path, init));
    if (answer !== 'no answer') return answer;
    tries.again += 1;
    await new Promise<void>((resolve) => time.after(RETRY_MS, resolve));
  }
}

async function attempt<T>(fetch: Line['fetch'], url: string, init: RequestInit): Promise<T | null | 'no answer'> {
  try {
    const response = await fetch(url, init);
    if (response.status === 429 || response.status >= 500) return 'no answer';
    const { data } = (await response.json()) as { data?: T };
    return response.ok && data !== undefined ? data : null;
  } catch {
    return 'no answer';
  }
}

/** Limits the wait for an answer that may never come. */
const within = <T>(time: VirtualTime, answer: Promise<T | 'no answer'>): Promise<T | 'no answer'> =>
  new Promise((resolve, reject) => {
    time.after(ANSWER_WAIT_MS, () => resolve('no answer'));
    answer.then(resolve, reject);
  });

function keyOf(random: Seeded): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A customer with an open chat: the messages on the page, in order of arrival. */
export interface Visitor {
  name: string;
  page: ChatMessage[];
  wrote: string[];
  write(message: string): void;
  /** Polls for news, as the page does every few seconds. */
  poll(): void;
}

/** A visitor's actions run one at a time, as on one page. */
export function makeVisitor(line: Line, name: string, tries: Persistence): Visitor {
  let token: string | null = null;
  let turn: Promise<void> = Promise.resolve();
  let queued = 0;
  const visitor: Visitor = { name, page: [], wrote: [], write, poll };

  function queue(task: () => Promise<void>): void {
    queued += 1;
    turn = turn.then(task).finally(() => (queued -= 1));
  }

  function write(message: string): void {
    visitor.wrote.push(message);
    queue(async () => {
      if (token !== null) {
        await insist(line, 'POST', `/chats/${token}/messages`, { message }, tries);
        return;
      }
      const body = { customer: { name, phone: `+4477009${String(10_000 + visitorNumber(name)).slice(-5)}` }, message };
      const chat = await insist<{ token: string }>(line, 'POST', '/chats', body, tries);
      if (!chat) throw new Error(`${name} cannot start a chat`);
      token = chat.token;
    });
  }

  function poll(): void {
    if (queued > 0) return;
    queue(async () => {
      if (token === null) return;
      const last = visitor.page.at(-1)?.sent_at;
      const path = `/chats/${token}/messages${last ? `?after=${last}` : ''}`;
      const fresh = (await insist<ChatMessage[]>(line, 'GET', path, undefined, tries)) ?? [];
      visitor.page.push(...fresh);
      const newest = visitor.page.at(-1)?.sent_at;
      if (newest !== undefined && fresh.some((message) => message.author === 'staff'))
        await insist(line, 'POST', `/chats/${token}/receipts`, { delivery_status: 'read', upto: newest }, tries);
    });
  }
  return visitor;
}

const visitorNumber = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0);
