import type { z } from 'zod/mini';
import type { PublicMessage, PublicOrder } from '../../../contract/storefront/calls.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { VirtualTime } from '../virtual-clock.ts';

export type Said = z.infer<typeof PublicMessage>;
export type Ordered = z.infer<typeof PublicOrder>;

const ANSWER_WAIT_MS = 15_000;
const RETRY_MS = 2000;

export interface Line {
  fetch: typeof fetch;
  time: VirtualTime;
  random: Seeded;
  /** "http://…/backend/public/restaurants/the-anchor". */
  base: string;
}

/** How many calls had to be made again. */
export interface Persistence {
  again: number;
}

/**
 * A call of a customer's phone: it is made until it is answered, each time with the same key. Answers null where the restaurant says no.
 */
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

/** Nobody waits for ever for an answer that does not come. */
const within = <T>(time: VirtualTime, answer: Promise<T | 'no answer'>): Promise<T | 'no answer'> =>
  new Promise((resolve, reject) => {
    time.after(ANSWER_WAIT_MS, () => resolve('no answer'));
    answer.then(resolve, reject);
  });

function keyOf(random: Seeded): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A customer with a chat open: what stands on the page, in the order in which it came. */
export interface Visitor {
  name: string;
  page: Said[];
  wrote: string[];
  write(message: string): void;
  /** Asks for what is new, as the page does every few seconds. */
  look(): void;
}

/** Everything that a visitor does waits its turn, as it does on one page. */
export function makeVisitor(line: Line, name: string, tries: Persistence): Visitor {
  let token: string | null = null;
  let turn: Promise<void> = Promise.resolve();
  let waiting = 0;
  const visitor: Visitor = { name, page: [], wrote: [], write, look };

  function queue(task: () => Promise<void>): void {
    waiting += 1;
    turn = turn.then(task).finally(() => (waiting -= 1));
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

  function look(): void {
    if (waiting > 0) return;
    queue(async () => {
      if (token === null) return;
      const last = visitor.page.at(-1)?.sent_at;
      const path = `/chats/${token}/messages${last ? `?after=${last}` : ''}`;
      const fresh = (await insist<Said[]>(line, 'GET', path, undefined, tries)) ?? [];
      visitor.page.push(...fresh);
      const newest = visitor.page.at(-1)?.sent_at;
      if (newest !== undefined && fresh.some((said) => said.author === 'staff'))
        await insist(line, 'POST', `/chats/${token}/receipts`, { delivery_status: 'read', upto: newest }, tries);
    });
  }
  return visitor;
}

const visitorNumber = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0);
