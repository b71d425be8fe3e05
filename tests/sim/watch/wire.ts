import { makeWitness } from '../witness.ts';
import type { Book, Tapped } from './book.ts';

/**
 * What the network may see: nothing of one account under another's name (R13), the same bytes whenever a change is sent again, no gap
 * between numbers, and the order of the taps (R4, R5).
 */
export function makeWireWatch(options: {
  taps: Map<string, Tapped>;
  books: Map<string, Book>;
  wrong: (text: string) => void;
}): { sent(database: string, allowed: string, text: string): void; resent(): number } {
  const { taps, books, wrong } = options;
  const witness = makeWitness();
  return {
    resent: () => witness.resent,
    sent(database, allowed, text) {
      witness.see(text);
      for (const violation of witness.violations.splice(0)) wrong(violation);
      if (database !== allowed) wrong(`R13 ${database} sends under the token of ${allowed || 'nobody'}`);
      const { mutations } = JSON.parse(text) as { mutations: { key: string; mid: number }[] };
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
