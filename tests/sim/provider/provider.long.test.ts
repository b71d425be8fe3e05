import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../support/database.ts';
import { startProvider, type ProviderHost } from './host.ts';

/** Three devices and a server on a slow machine, ms. */
const TIMEOUT = 400_000;

let host: ProviderHost;
beforeAll(async () => void (host = await startProvider(await freshDatabase())));
afterAll(() => host.close());

/** What two histories of 80 operations do at the least. */
const least = {
  accepted: 15,
  'provider fault': 4,
  batch: 10,
  meanwhile: 5,
  offline: 1,
  reply: 8,
  pause: 2,
  resume: 4,
};

test(
  'chats through WhatsApp keep their promises with a bad network (seeds 1 and 2)',
  async () => {
    const counts: Record<string, number> = {};
    for (const seed of [1, 2]) {
      const { violations, counts: own } = await host.play({ seed, operations: 80 });
      expect([seed, violations]).toEqual([seed, []]);
      for (const [what, n] of own) counts[what] = (counts[what] ?? 0) + n;
    }
    // Nothing was found, and much was tried.
    for (const [what, n] of Object.entries(least))
      expect([what, (counts[what] ?? 0) >= n, counts[what]]).toEqual([what, true, counts[what]]);
  },
  TIMEOUT,
);
