import { createHmac } from 'node:crypto';
import type { WhatsappDouble } from '../../support/doubles/graph/graph.ts';
import type { Seeded } from '../../support/seeded.ts';

/** The content of one webhook that WhatsApp has not delivered yet. */
export interface Pending {
  account: string;
  field: string;
  value: { messages?: Inbound[]; statuses?: object[]; message_echoes?: Inbound[] };
  /** Infinity: it comes when everything else is over. */
  dueAt: number;
}

interface Inbound {
  id: string;
  from_user_id?: string;
  to_user_id?: string;
  /** Seconds. */
  timestamp: string;
}

export interface Webhooks {
  /** Those that wait, in no order. */
  pending: Pending[];
  /** Takes over what the double has sent since; each comes after a delay of its own. */
  collect(delayMs: () => number): void;
  /** Removes up to `most` that are due, in any order; some stay, so that they come again. */
  take(random: Seeded, most: number, now: number): Pending[];
}

/** The way from WhatsApp to the server: late, doubled, in batches and out of order. */
export function makeWebhooks({ webhooks }: WhatsappDouble, now: () => number): Webhooks {
  let collected = webhooks.sender.sent.length;
  const pending: Pending[] = [];
  return {
    pending,
    collect(delayMs) {
      for (const { rawBody } of webhooks.sender.sent.slice(collected)) {
        const { entry } = JSON.parse(rawBody) as {
          entry: { id: string; changes: Pick<Pending, 'field' | 'value'>[] }[];
        };
        for (const { id, changes } of entry)
          for (const change of changes) pending.push({ account: id, ...change, dueAt: now() + delayMs() });
      }
      collected = webhooks.sender.sent.length;
    },
    take(random, most, until) {
      const due = random.shuffled(pending.filter(({ dueAt }) => dueAt <= until)).slice(0, most);
      for (const one of due) if (!random.chance(0.2)) pending.splice(pending.indexOf(one), 1);
      return due;
    },
  };
}

/** A request with all of them, signed as WhatsApp does. */
export function requestOf(batch: readonly Pending[], appSecret: string): Request {
  const entry = [...new Set(batch.map(({ account }) => account))].map((id) => ({
    id,
    changes: batch.flatMap(({ account, field, value }) => (account === id ? [{ field, value }] : [])),
  }));
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  return new Request('https://galley.test/backend/webhooks/whatsapp', {
    method: 'POST',
    body,
    headers: { 'X-Hub-Signature-256': `sha256=${signature}` },
  });
}
