import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { WebhookSender } from '../webhook-sender.ts';
import { newStripeId } from './request.ts';
import type { Store } from './store.ts';

export interface SentEvent {
  id: string;
  type: string;
  account: string | null;
  body: string;
}

export interface Webhooks {
  /** All events so far. */
  events: SentEvent[];
  emit(type: string, account: string | null, object: object): void;
  /** Sends an event once more. `ageSeconds`: how long ago it was signed. */
  resend(event: SentEvent, ageSeconds?: number): void;
  /** As Stripe signs it. `at`: seconds. */
  sign(event: Pick<SentEvent, 'account' | 'body'>, at: number): string;
}

interface Options {
  store: Store;
  sender: WebhookSender;
  webhookSecret: string;
  connectWebhookSecret: string;
}

/** Events of the platform and of restaurants' accounts, each signed with the secret of its endpoint. */
export function createWebhooks({ store, sender, webhookSecret, connectWebhookSecret }: Options): Webhooks {
  const webhooks: Webhooks = {
    events: [],
    emit(type, account, object) {
      const event = {
        id: newStripeId('evt'),
        object: 'event',
        api_version: '2026-10-28.endive',
        created: store.now(),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: null,
        type,
        ...(account !== null && { account }),
      } satisfies Omit<Stripe.EventBase, 'type'> & { type: string };
      const sent = { id: event.id, type, account, body: JSON.stringify(event) };
      webhooks.events.push(sent);
      webhooks.resend(sent);
    },
    resend(event, ageSeconds = 0) {
      sender.send(event.body, { 'Stripe-Signature': webhooks.sign(event, store.now() - ageSeconds) });
    },
    sign({ account, body }, at) {
      const secret = account === null ? webhookSecret : connectWebhookSecret;
      return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
    },
  };
  return webhooks;
}
