import * as z from 'zod/mini';
import type { CheckoutState, PayoutState, RefundState } from './provider.ts';

/** What Galley adds to each transaction. Paystack returns it as an object or as JSON, and an empty text for none. */
export interface CheckoutMetadata {
  checkout_id: string | null;
  account: string | null;
  amount: number | null;
  currency: string | null;
  application_fee: number;
}

export function readMetadata(given: unknown): CheckoutMetadata {
  const found = typeof given === 'string' ? parse(given) : given;
  const {
    checkout_id = null,
    account = null,
    amount = null,
    currency = null,
    application_fee = 0,
  } = Metadata.safeParse(found).data ?? {};
  const whole = (value: string | number) => (Number.isSafeInteger(Number(value)) ? Number(value) : null);
  return {
    checkout_id,
    account,
    amount: amount === null ? null : whole(amount),
    currency,
    application_fee: whole(application_fee) ?? 0,
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Something that Galley did not write.
    return null;
  }
}

const number = z.union([z.string(), z.number()]);
const Metadata = z.object({
  checkout_id: z.optional(z.nullable(z.string())),
  account: z.optional(z.nullable(z.string())),
  amount: z.optional(z.nullable(number)),
  currency: z.optional(z.nullable(z.string())),
  application_fee: z.optional(number),
});

export const Transaction = z.object({
  id: z.int(),
  status: z.string(),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  gateway_response: z.optional(z.nullable(z.string())),
  channel: z.optional(z.nullable(z.string())),
  fees: z.optional(z.nullable(z.int())),
  metadata: z.optional(z.unknown()),
  authorization: z.optional(
    z.nullable(
      z.object({
        brand: z.optional(z.nullable(z.string())),
        last4: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  paid_at: z.optional(z.nullable(z.string())),
  created_at: z.optional(z.nullable(z.string())),
});
export type Transaction = z.infer<typeof Transaction>;

/** A payment of another amount or currency than was asked for does not count as paid; its state says so. */
export function toCheckout(transaction: Transaction, url: string | null = null): CheckoutState {
  const wanted = readMetadata(transaction.metadata);
  const status = checkoutStatuses[transaction.status] ?? 'pending';
  const differs =
    status === 'paid' &&
    ((wanted.amount !== null && wanted.amount !== transaction.amount) ||
      (wanted.currency !== null && wanted.currency !== transaction.currency));
  return {
    reference: transaction.reference,
    checkoutId: wanted.checkout_id,
    url: status === 'pending' || status === 'failed' ? url : null,
    expiresAt: null,
    status: differs ? 'failed' : status,
    amount: transaction.amount,
    currency: transaction.currency,
    method: methods[transaction.channel ?? ''] ?? 'other',
    cardBrand: transaction.authorization?.brand?.trim() || null,
    cardLast4: transaction.authorization?.last4 ?? null,
    receiptUrl: null,
    failureCode: differs ? 'amount_differs' : status === 'failed' ? 'declined' : null,
    failureMessage: differs
      ? 'Another amount was paid than was asked for'
      : status === 'failed'
        ? (transaction.gateway_response ?? null)
        : null,
    paidAt: status === 'paid' && !differs ? toInstant(transaction.paid_at ?? transaction.created_at) : null,
  };
}

/** `abandoned` is a payment page that nobody has completed yet; it can still be paid. `reversed`: paid, and given back since. */
const checkoutStatuses: Record<string, CheckoutState['status']> = {
  success: 'paid',
  reversed: 'paid',
  failed: 'failed',
  abandoned: 'pending',
  ongoing: 'pending',
  pending: 'pending',
  processing: 'pending',
  queued: 'pending',
};

const methods: Record<string, CheckoutState['method']> = {
  card: 'card',
  bank: 'bank_transfer',
  bank_transfer: 'bank_transfer',
  dedicated_nuban: 'bank_transfer',
  eft: 'bank_transfer',
  mobile_money: 'mobile_money',
  apple_pay: 'wallet',
};

export const Refund = z.object({
  id: z.int(),
  /** A number in lists, an object after a request. */
  transaction: z.optional(z.union([z.int(), z.object({ id: z.int() })])),
  transaction_reference: z.optional(z.nullable(z.string())),
  amount: z.union([z.int(), z.string()]),
  currency: z.string(),
  status: z.string(),
  merchant_note: z.optional(z.nullable(z.string())),
  createdAt: z.optional(z.nullable(z.string())),
  created_at: z.optional(z.nullable(z.string())),
});
export type Refund = z.infer<typeof Refund>;

export const toRefund = (refund: Refund, checkoutReference: string | null): RefundState => ({
  reference: String(refund.id),
  refundId: refundIdIn(refund.merchant_note ?? ''),
  checkoutReference: refund.transaction_reference ?? checkoutReference,
  amount: Number(refund.amount),
  status: refundStatuses[refund.status] ?? 'pending',
  failureMessage: refund.status === 'failed' ? 'Paystack could not give the money back' : null,
});

/** `needs-attention`: Paystack asks for the customer's bank account. */
export const refundStatuses: Record<string, RefundState['status']> = {
  pending: 'pending',
  processing: 'pending',
  'needs-attention': 'pending',
  processed: 'succeeded',
  failed: 'failed',
};

/** Paystack takes no reference of ours for a refund. The note has it instead. */
export const refundNote = (refundId: string, reason: string) => `Galley refund ${refundId}: ${reason}`;
export const refundIdIn = (note: string) => /^Galley refund ([\w-]+):/.exec(note)?.[1] ?? null;

export const Transfer = z.object({
  transfer_code: z.string(),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  reason: z.optional(z.nullable(z.string())),
  status: z.string(),
  failures: z.optional(z.unknown()),
  /** An id right after the request. */
  recipient: z.optional(z.unknown()),
  createdAt: z.optional(z.nullable(z.string())),
  created_at: z.optional(z.nullable(z.string())),
  updatedAt: z.optional(z.nullable(z.string())),
  updated_at: z.optional(z.nullable(z.string())),
});
export type Transfer = z.infer<typeof Transfer>;

export function toPayout(transfer: Transfer): PayoutState {
  const status = payoutStatuses[transfer.status] ?? 'processing';
  const hasFailed = status === 'failed' || status === 'reversed';
  const message = hasFailed ? failureIn(transfer.failures) : null;
  return {
    reference: transfer.transfer_code,
    ourReference: ourReferenceOf(transfer),
    status,
    failureCode: hasFailed ? failureCodeOf(message ?? '') : null,
    failureMessage: hasFailed ? (message ?? `Paystack says: ${transfer.status}`) : null,
    expectedArrivalOn: null,
  };
}

/** The account that the recipient of a transfer was registered for. */
export const accountOfTransfer = ({ recipient }: Transfer): string | null =>
  WithMetadata.safeParse(recipient).data?.metadata?.account ?? null;
const WithMetadata = z.object({ metadata: z.optional(z.nullable(z.object({ account: z.optional(z.string()) }))) });

/** Everything that is not final is `processing`: a second transfer must not begin. */
const payoutStatuses: Record<string, PayoutState['status']> = {
  pending: 'processing',
  otp: 'processing',
  received: 'processing',
  success: 'paid',
  failed: 'failed',
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
  reversed: 'reversed',
};

const LEAST_REFERENCE = 16;
const MOST_REFERENCE = 50;

/** Paystack takes 16 to 50 of a to z, 0 to 9, - and _. */
export const transferReference = (ours: string): string =>
  ours
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '-')
    .padStart(LEAST_REFERENCE, 'galley-payout-00')
    .slice(0, MOST_REFERENCE);

/** The reason is our reference as it was given. */
const ourReferenceOf = ({ reference, reason }: Transfer): string =>
  reason && transferReference(reason) === reference ? reason : reference;

const failureIn = (failures: unknown): string | null =>
  z
    .object({ message: z.string() })
    .safeParse(failures)
    .data?.message.replaceAll(/\d{5,}/g, '…') ?? null;

function failureCodeOf(message: string): PayoutState['failureCode'] {
  if (/closed|dormant/i.test(message)) return 'account_closed';
  if (/frozen|blocked|restricted/i.test(message)) return 'account_frozen';
  if (/name/i.test(message)) return 'name_mismatch';
  if (/invalid|not found|resolve/i.test(message)) return 'invalid_account';
  if (/balance|insufficient/i.test(message)) return 'insufficient_funds';
  return 'provider_error';
}

/** ISO with milliseconds. Null: there is none, or it cannot be read. */
export function toInstant(given: string | null | undefined): string | null {
  const time = Date.parse(given ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
