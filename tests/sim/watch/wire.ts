import type { PushBody } from '../../../src/sync/protocol/transport.ts';
import type { Reply } from '../world/network-faults.ts';
import type { Sent } from '../world/wire.ts';
import type { Tab } from '../world/tab.ts';
import { makeWitness } from './witness.ts';
import type { Book, TrackedMutation } from './book.ts';

export interface WireWatch {
  /** False: the calls have no end. */
  leaves(sent: Sent): boolean;
  answered(sent: Sent, reply: Reply | null): void;
  /** How often a tab has called so far, and when it did last; whether it waits for an answer. */
  callsOf(tab: Tab): { count: number; at: number; isOpen: boolean };
  /** On how many tries of a change the server has answered with a fault. */
  faultsOf(key: string): number;
  /** How long a tab has been waiting for the answer to its newest call, ms; 0: it is not. */
  waitsFor(tab: Tab): number;
  /** The server has named a time, and it has not passed. */
  isNamedQuiet(tab: Tab): boolean;
  /** Clocks have jumped: what was to be waited for cannot be told any more. */
  forgive(): void;
  sent(sent: Sent, allowed: string): void;
  resent(): number;
  keyOf(clientId: string, mid: number): string | undefined;
}

/**
 * What the network may see: nothing of one account under another's name (R13), the same bytes whenever a change is sent again, no gap
 * between numbers, and the order of the taps (R4, R5).
 */
export function makeWireWatch(options: {
  taps: Map<string, TrackedMutation>;
  books: Map<string, Book>;
  now: () => number;
  wrong: (text: string) => void;
}): WireWatch {
  const { taps, books, wrong, now } = options;
  const witness = makeWitness();
  const pulses = new Map<string, Pulse>();
  /** Of each tab, when its newest call left, while that is not answered. */
  const open = new Map<string, number>();
  /** Also what is asked for ahead. */
  const inAir = new Map<Sent, number>();
  const calls = new Map<string, { count: number; at: number }>();
  /** By key of the change. */
  const faults = new Map<string, number>();
  const pulseOf = (tab: Tab): Pulse => {
    const known = pulses.get(tab.name);
    // Whoever is told to hurry, and a worker that begins, has nothing to wait for.
    if (known && known.hurries === tab.hurries()) return known;
    const fresh: Pulse = { hurries: tab.hurries(), at: now(), calls: 0, quietUntil: 0, failures: [] };
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
      if (now() < pulse.quietUntil)
        wrong(`R30 ${tab.name} calls ${pulse.quietUntil - now()} ms before the time that the server named`);
      pulse.calls = pulse.at === now() ? pulse.calls + 1 : 1;
      pulse.at = now();
      if (pulse.calls === CALLS) wrong(`R30 ${tab.name} calls ${CALLS} times in one moment`);
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
      // The next page of a first load is asked for ahead, and its answer is read when its turn comes.
      const isAhead = path === 'pull' && text.includes('"snapshot":');
      const named =
        reply && !isAhead && (reply.namedSeconds ?? Number(/"retry_after_seconds":(\d+)/.exec(reply.text)?.[1] ?? 0));
      if (named) pulse.quietUntil = now() + named * 1000;
    },
    callsOf: (tab) => ({
      ...(calls.get(tab.name) ?? { count: 0, at: -Infinity }),
      isOpen: [...inAir].some(([sent, at]) => sent.tab === tab && now() - at <= ANSWER_MS),
    }),
    faultsOf: (key) => faults.get(key) ?? 0,
    waitsFor: (tab) => now() - (open.get(tab.name) ?? now()),
    isNamedQuiet: (tab) => pulseOf(tab).quietUntil > now(),
    forgive: () => pulses.clear(),
    resent: () => witness.resent,
    keyOf: witness.keyOf,
    sent(sent, allowed) {
      const { text, tab } = sent;
      const { database } = tab;
      witness.see(text);
      for (const violation of witness.violations.splice(0)) wrong(violation);
      if (database !== allowed) wrong(`R13 ${database} sends under the token of ${allowed || 'nobody'}`);
      const { mutations } = JSON.parse(text) as PushBody;
      if (mutations.length > PUSH_ENTRIES) wrong(`R45 ${mutations.length} changes go in one push`);
      if (mutations.length > 1 && Buffer.byteLength(text) > PUSH_BYTES)
        wrong(`R45 ${mutations.length} changes of ${Buffer.byteLength(text)} bytes go in one push`);
      let last = 0;
      for (const { key, mid } of mutations) {
        const tap = taps.get(key);
        if (!tap) wrong(`R4 ${key} is sent and nobody has tapped it`);
        else if (tap.database !== database) wrong(`R13 ${key} of ${tap.database} is sent by ${database}`);
        const seq = books.get(database)?.order.get(key) ?? 0;
        if (seq < last) wrong(`R5 mid ${mid} goes out of the order of the taps`);
        last = Math.max(last, seq);
      }
    },
  };
}

/** How often one tab calls. */
interface Pulse {
  /** Of the tab, when this began. */
  hurries: number;
  at: number;
  /** In the moment `at`: the virtual time stands still in it. */
  calls: number;
  quietUntil: number;
  failures: number[];
}

/** They say nothing of the change: who asks, with which code, too often, or where there is nothing. */
const notNow = new Set([401, 404, 426, 429]);
/** What the API takes, written here once more. */
const PUSH_ENTRIES = 50;
const PUSH_BYTES = 256 * 1024;
/** After this the device waits for an answer no more. */
const ANSWER_MS = 30_000;
const CALLS = 400;
const MINUTES_MS = 300_000;
/** With a wait of up to a minute it is about twenty, each of them a push and a pull. */
const FAILURES = 120;
