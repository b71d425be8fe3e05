import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import {
  readMetadata,
  refundIdIn,
  refundStatuses,
  toCheckout,
  toInstant,
  toPayout,
  Transaction,
  Transfer,
} from './paystack-rows.ts';
import type { DisputeState, ProviderEvent, ReceivedEvent, WebhookRequest } from './provider.ts';

/** The event of a webhook. Null: it is not from Paystack. Paystack signs the bytes of the body and no time. */
export function readPaystackWebhook(secretKey: string, request: WebhookRequest): ReceivedEvent[] | null {
  const given = request.headers['x-paystack-signature'] ?? '';
  const right = createHmac('sha512', secretKey).update(request.rawBody).digest();
  if (!/^[0-9a-f]{128}$/i.test(given) || !timingSafeEqual(Buffer.from(given, 'hex'), right)) return null;
  const envelope = Envelope.safeParse(parse(request.rawBody)).data;
  return envelope ? [toEvent(envelope, request.now.toISOString())] : [];
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Signed, and not an event.
    return null;
  }
}

/** Without an id of Paystack's, the key is what happened, to what, and how it stands now. */
function toEvent({ event: type, data }: z.infer<typeof Envelope>, now: string): ReceivedEvent {
  if (type.startsWith('charge.dispute.')) {
    const { success, data: dispute } = Dispute.safeParse(data);
    if (success)
      return {
        key: `${type}:${dispute.id}:${dispute.status}:${dispute.resolution ?? ''}`,
        event: {
          kind: 'dispute',
          dispute: toDispute(dispute),
          account: readMetadata(dispute.transaction.metadata).account,
          occurredAt: toInstant(dispute.updated_at) ?? now,
        },
      };
  } else if (type.startsWith('charge.')) {
    const { success, data: transaction } = Transaction.safeParse(data);
    if (success)
      return {
        key: `${type}:${transaction.id}:${transaction.status}`,
        event: {
          kind: 'checkout',
          checkout: toCheckout(transaction),
          account: readMetadata(transaction.metadata).account,
          occurredAt: toInstant(transaction.paid_at) ?? toInstant(transaction.created_at) ?? now,
        },
      };
  } else if (type.startsWith('refund.')) {
    const { success, data: refund } = RefundEvent.safeParse(data);
    if (success) {
      const { id, transaction_reference: checkoutReference, refund_reference: theirs, amount, status } = refund;
      return {
        key: `${type}:${checkoutReference}:${theirs ?? ''}:${amount}:${status}`,
        event:
          // Mostly they name neither the refund's id nor our note: of two refunds it could be either. Pending ones are asked for by their id.
          id === undefined
            ? other(type, now)
            : {
                kind: 'refund',
                refund: {
                  reference: String(id),
                  refundId: refundIdIn(refund.merchant_note ?? ''),
                  checkoutReference,
                  amount: Number(amount),
                  status: refundStatuses[status] ?? 'pending',
                  failureMessage: status === 'failed' ? 'Paystack could not give the money back' : null,
                },
                account: null,
                occurredAt: now,
              },
      };
    }
  } else if (type.startsWith('transfer.')) {
    const { success, data: transfer } = Transfer.safeParse(data);
    if (success)
      return {
        key: `${type}:${transfer.transfer_code}:${transfer.status}`,
        event: {
          kind: 'payout',
          payout: toPayout(transfer),
          account: null,
          occurredAt: toInstant(transfer.updatedAt ?? transfer.updated_at) ?? now,
        },
      };
  }
  return { key: `${type}:${identityOf(data)}`, event: other(type, now) };
}

const other = (type: string, occurredAt: string): ProviderEvent => ({
  kind: 'other',
  type,
  account: null,
  occurredAt,
});

const toDispute = (dispute: z.infer<typeof Dispute>): DisputeState => ({
  reference: String(dispute.id),
  checkoutReference: dispute.transaction.reference,
  amount: dispute.refund_amount ?? dispute.transaction.amount,
  currency: dispute.currency ?? dispute.transaction.currency,
  // `declined`: the restaurant's evidence was accepted.
  status: dispute.status !== 'resolved' ? 'open' : dispute.resolution === 'declined' ? 'won' : 'lost',
});

const Envelope = z.object({ event: z.string(), data: z.unknown() });

const Dispute = z.object({
  id: z.int(),
  status: z.string(),
  resolution: z.optional(z.nullable(z.string())),
  refund_amount: z.optional(z.nullable(z.int())),
  currency: z.optional(z.nullable(z.string())),
  transaction: Transaction,
  updated_at: z.optional(z.nullable(z.string())),
});

const RefundEvent = z.object({
  id: z.optional(z.int()),
  merchant_note: z.optional(z.nullable(z.string())),
  status: z.string(),
  transaction_reference: z.string(),
  refund_reference: z.optional(z.nullable(z.string())),
  amount: z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
});

/** Of an event that Galley does not need: enough to know a repeated delivery. */
function identityOf(data: unknown): string {
  const { id, reference, status } = Identity.safeParse(data).data ?? {};
  return `${
    id ??
    reference ??
    createHash('sha256')
      .update(JSON.stringify(data) ?? '')
      .digest('hex')
  }:${status ?? ''}`;
}
const Identity = z.object({
  id: z.optional(z.union([z.int(), z.string()])),
  reference: z.optional(z.nullable(z.string())),
  status: z.optional(z.nullable(z.string())),
});
