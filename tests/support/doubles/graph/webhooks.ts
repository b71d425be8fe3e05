import { createHmac } from 'node:crypto';
import { createWebhookSender, type WebhookSender } from '../webhook-sender.ts';
import type { DoubleCustomer, GraphState } from './state.ts';

export interface GraphWebhooks {
  sender: WebhookSender;
  /** A message of a customer, in the API's own shape without its sender and time. */
  message(number: string, customer: DoubleCustomer, message: Record<string, unknown>): string;
  status(number: string, customer: DoubleCustomer, status: Record<string, unknown>): void;
  /** A reply that the restaurant wrote on its own phone. */
  echo(number: string, customer: DoubleCustomer, text: string): void;
  /** Any change, signed. */
  post(account: string, field: string, value: Record<string, unknown>): void;
}

export function createGraphWebhooks(
  state: GraphState,
  { appSecret, url, delayMs }: { appSecret: string; url: () => string | null; delayMs: number },
): GraphWebhooks {
  const sender = createWebhookSender(url, { delayMs });
  const seconds = () => String(Math.floor(state.now() / 1000));

  function post(account: string, field: string, value: Record<string, unknown>): void {
    const rawBody = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: account, changes: [{ field, value }] }],
    });
    const signature = createHmac('sha256', appSecret).update(rawBody).digest('hex');
    sender.send(rawBody, { 'X-Hub-Signature-256': `sha256=${signature}` });
  }

  function ofNumber(number: string, field: string, value: Record<string, unknown>): void {
    const known = state.numbers.get(number);
    // Without the subscription Meta sends nothing.
    if (!known || !state.subscribed.has(known.waba_id)) return;
    const metadata = { display_phone_number: known.display_phone_number, phone_number_id: number };
    post(known.waba_id, field, { messaging_product: 'whatsapp', metadata, ...value });
  }

  return {
    sender,
    post,
    message(number, customer, message) {
      const id = state.nextId('wamid.in');
      customer.wroteAt = state.now();
      ofNumber(number, 'messages', {
        contacts: [
          {
            profile: { name: customer.name },
            user_id: customer.user_id,
            ...(customer.wa_id !== null && { wa_id: customer.wa_id }),
          },
        ],
        messages: [
          {
            from_user_id: customer.user_id,
            ...(customer.wa_id !== null && { from: customer.wa_id }),
            id,
            timestamp: seconds(),
            ...message,
          },
        ],
      });
      return id;
    },
    status(number, customer, status) {
      ofNumber(number, 'messages', {
        statuses: [
          {
            timestamp: seconds(),
            recipient_user_id: customer.user_id,
            ...(customer.wa_id !== null && { recipient_id: customer.wa_id }),
            ...status,
          },
        ],
      });
    },
    echo(number, customer, text) {
      ofNumber(number, 'smb_message_echoes', {
        message_echoes: [
          {
            to_user_id: customer.user_id,
            ...(customer.wa_id !== null && { to: customer.wa_id }),
            id: state.nextId('wamid.echo'),
            timestamp: seconds(),
            type: 'text',
            text: { body: text },
          },
        ],
      });
    },
  };
}
