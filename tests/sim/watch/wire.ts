import type { PushBody } from '../../../src/sync/protocol/transport.ts';
import type { Reply } from '../environment/network-faults.ts';
import type { Sent } from '../environment/wire.ts';
import type { Tab } from '../environment/tab.ts';
import { makeWitness } from './witness.ts';
import type { Book, TrackedMutation } from './book.ts';

export interface WireWatch {
  /** False if the tab calls without end. */
  leaves(sent: Sent): boolean;
  answered(sent: Sent, reply: Reply | null): void;
  /** Number of a tab's calls, time of the last one, and whether it waits for an answer. */
  callsOf(tab: Tab): { count: number; at: number; isOpen: boolean };
  /** Number of tries of a mutation that the server answered with an error. */
  faultsOf(key: string): number;
  /** How long a tab has waited for the answer to its newest call, ms; 0 if it does not wait. */
  waitsFor(tab: Tab): number;
  /** True until the time named by the server has passed. */
  isRetryAfterOpen(tab: Tab): boolean;
  /** Clocks jumped: earlier waits cannot be checked any more. */
  resetWaits(): void;
  sent(sent: Sent, allowed: string): void;
  resent(): number;
  keyOf(clientId: string, mid: number): string | undefined;
}

/**
 * Checks the requests: none under another account's token (R13), repeated mutations with the same bytes, numbers without gaps, and the
 * order of the mutations (R4, R5).
 */
export function makeWireWatch(options: {
  mutations: Map<string, TrackedMutation>;
  books: Map<string, Book>;
  now: () => number;
  wrong: (text: string) => void;
}): WireWatch {
  const { mutations, books, wrong, now } = options;
  const witness = makeWitness();
  const pulses = new Map<string, Pulse>();
  /** By tab: when its newest unanswered call was sent. */
  const open = new Map<string, number>();
  /** All unanswered calls, including pages requested in advance. */
  const inAir = new Map<Sent, number>();
  const calls = new Map<string, { count: number; at: number }>();
  /** By key of the mutation. */
  const faults = new Map<string, number>();
  const pulseOf = (tab: Tab): Pulse => {
    const known = pulses.get(tab.name);
    // A tab that starts, or is asked to retry at once, need not wait.
    if (known && known.hurries === tab.hurries()) return known;
    const fresh: Pulse = { hurries: tab.hurries(), at: now(), calls: 0, retryAfter: 0, failures: [] };
    pulses.set(tab.name, fresh);
    return fresh;
  };
  return {
    leaves(sent) {
      const { tab } = sent;
      const pulse = pulseOf(tab);
      open.set(tab.name, now());
      inAir.set(sent, now());
      calls.set(tab.name, { count: (calls.get(tab.name)?.count ?? 0) + 1, at: now() });
      if (now() < pulse.retryAfter)
        wrong(`R30 ${tab.name} calls ${pulse.retryAfter - now()} ms before the server's Retry-After has passed`);
      pulse.calls = pulse.at === now() ? pulse.calls + 1 : 1;
      pulse.at = now();
      if (pulse.calls === CALLS) wrong(`R30 ${tab.name} sends ${CALLS} requests at the same instant`);
      return pulse.calls < CALLS;
    },
    answered(sent, reply) {
      const { tab, path, text } = sent;
      inAir.delete(sent);
      const pulse = pulseOf(tab);
      open.delete(tab.name);
      if (reply?.status === 200) return void (pulse.failures = []);
      if (reply && path === 'push' && !notNow.has(reply.status))
        for (const { key } of (JSON.parse(text) as PushBody).mutations) faults.set(key, (faults.get(key) ?? 0) + 1);
      pulse.failures = [...pulse.failures.filter((at) => at > now() - MINUTES_MS), now()];
      if (pulse.failures.length === FAILURES) wrong(`R30 ${tab.name} has tried ${FAILURES} times in five minutes`);
      // The next page of a first load is requested in advance, so its answer is read later.
      const isAhead = path === 'pull' && text.includes('"snapshot":');
      const named =
        reply && !isAhead && (reply.namedSeconds ?? Number(/"retry_after_seconds":(\d+)/.exec(reply.text)?.[1] ?? 0));
      if (named) pulse.retryAfter = now() + named * 1000;
    },
    callsOf: (tab) => ({
      ...(calls.get(tab.name) ?? { count: 0, at: -Infinity }),
      isOpen: [...inAir].some(([sent, at]) => sent.tab === tab && now() - at <= ANSWER_MS),
    }),
    faultsOf: (key) => faults.get(key) ?? 0,
    waitsFor: (tab) => now() - (open.get(tab.name) ?? now()),
    isRetryAfterOpen: (tab) => pulseOf(tab).retryAfter > now(),
    resetWaits: () => pulses.clear(),
    resent: () => witness.resent,
    keyOf: witness.keyOf,
    sent(sent, allowed) {
      const { text, tab } = sent;
      const { database } = tab;
      witness.see(text);
      for (const violation of witness.violations.splice(0)) wrong(violation);
      if (database !== allowed) wrong(`R13 ${database} sends under the token of ${allowed || 'nobody'}`);
      const { mutations: pushed } = JSON.parse(text) as PushBody;
      if (pushed.length > PUSH_ENTRIES) wrong(`R45 ${pushed.length} mutations are in one push`);
      if (pushed.length > 1 && Buffer.byteLength(text) > PUSH_BYTES)
        wrong(`R45 ${pushed.length} mutations of ${Buffer.byteLength(text)} bytes are in one push`);
      let last = 0;
      for (const { key, mid } of pushed) {
        const mutation = mutations.get(key);
        if (!mutation) wrong(`R4 ${key} was sent, but nobody made this mutation`);
        else if (mutation.database !== database) wrong(`R13 ${key} of ${mutation.database} was sent by ${database}`);
        const seq = books.get(database)?.order.get(key) ?? 0;
        if (seq < last) wrong(`R5 mid ${mid} is sent out of order`);
        last = Math.max(last, seq);
      }
    },
  };
}

/** The rate of calls of one tab. */
interface Pulse {
  /** Value of `tab.hurries()` when counting began. */
  hurries: number;
  at: number;
  /** Calls at time `at`: virtual time does not advance during a turn. */
  calls: number;
  retryAfter: number;
  failures: number[];
}

/** Statuses that do not blame a mutation: invalid token, outdated code, too many requests, unknown route. */
const notNow = new Set([401, 404, 426, 429]);
/** Limits of the API, repeated here on purpose. */
const PUSH_ENTRIES = 50;
const PUSH_BYTES = 256 * 1024;
/** After this the device stops waiting for an answer. */
const ANSWER_MS = 30_000;
const CALLS = 400;
const MINUTES_MS = 300_000;
/** With waits of up to a minute there are about twenty tries, each a push and a pull. */
const FAILURES = 120;
