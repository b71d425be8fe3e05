import * as z from 'zod/mini';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { listPaystackMovements } from './paystack-movements.ts';
import { createPaystackRequest, WAIT_MS } from './paystack-request.ts';
import {
  readMetadata,
  Refund,
  refundNote,
  toCheckout,
  toInstant,
  toPayout,
  toRefund,
  Transaction,
  Transfer,
  transferReference,
} from './paystack-rows.ts';
import { readPaystackWebhook } from './paystack-webhook.ts';
import {
  TransientError,
  type Bank,
  type CheckoutRequest,
  type CheckoutState,
  type BankConnectedProvider,
  type PayoutState,
  type ProviderResult,
} from './provider.ts';
import { bare, isStandIn, service, settingsOf } from '../../platform/setting.ts';

export interface PaystackSettings {
  /** Authorizes requests and signs webhooks. */
  secretKey: string;
  /** Without a trailing slash. */
  url: string;
  isDouble: boolean;
}

export const paystack = settingsOf(
  { PAYSTACK_SECRET_KEY: z.optional(z.string()), PAYSTACK_API_URL: service('https://api.paystack.co') },
  ({ PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_API_URL }): PaystackSettings | null => {
    const url = bare(PAYSTACK_API_URL);
    return secretKey ? { secretKey, url, isDouble: isStandIn(url) } : null;
  },
);

const DAY = 86_400_000;
/** Each lost answer of Paystack uses a reference up. */
const ATTEMPTS = 5;

/**
 * Paystack's API, https://paystack.com/docs/api. All money is collected in the platform's balance and withdrawn by transfers: a payment
 * that is split to a subaccount would be settled to the restaurant's bank by itself, and a withdrawal would pay it twice. Metadata name
 * the account that a payment or recipient belongs to.
 */
export function openPaystack(
  settings: PaystackSettings,
  clock: Clock = systemClock,
  { waitMs = WAIT_MS } = {},
): BankConnectedProvider {
  const send = createPaystackRequest(settings, waitMs);
  const bankLists = new Map<string, { until: number; banks: Bank[] }>();

  const verify = (reference: string) => send(`transaction/verify/${encodeURIComponent(reference)}`, Transaction);

  async function findPayout(ourReference: string): Promise<ProviderResult<PayoutState | null>> {
    const found = await send(`transfer/verify/${transferReference(ourReference)}`, Transfer);
    if (found.kind === 'answer') return { kind: 'answer', value: toPayout(found.value) };
    return found.status === 404 || /not.?found/i.test(`${found.code} ${found.message}`)
      ? { kind: 'answer', value: null }
      : found;
  }

  async function listBanks(country: string): Promise<ProviderResult<Bank[]>> {
    const name = countryNames[country];
    if (!name) return refused('unknown_country', 'Paystack does not serve banks of this country');
    const kept = bankLists.get(country);
    const now = clock.now().getTime();
    if (kept && kept.until > now) return { kind: 'answer', value: kept.banks };
    const found = await send('bank', z.array(BankRow), { query: { country: name, perPage: '100' } });
    if (found.kind === 'refused') return found;
    const banks = found.value
      .filter(({ active }) => active !== false)
      .map(({ code, name: bankName, currency, type }) => ({
        bank_code: code,
        bank_name: bankName,
        country_code: country,
        currency,
        type: type ?? 'bank',
      }));
    bankLists.set(country, { until: now + DAY, banks });
    return { kind: 'answer', value: banks };
  }

  return {
    name: 'paystack',
    isDouble: settings.isDouble,

    async openCheckout(request) {
      // Paystack refuses a reference that it knows and never tells its page's address again. If the answer with the address was lost, then
      // nobody has it, and another page is opened.
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const reference = checkoutReference(request.key, attempt);
        const opened = await send('transaction/initialize', Opened, {
          method: 'POST',
          body: toOpen(request, reference),
        });
        if (opened.kind === 'answer') return { kind: 'answer', value: toOpened(request, opened.value) };
        if (!/duplicate/i.test(`${opened.code} ${opened.message}`)) return opened;
        const former = await verify(reference);
        if (former.kind === 'refused') return former;
        const state = toCheckout(former.value);
        if (state.status === 'paid') return { kind: 'answer', value: state };
      }
      throw new TransientError('Paystack has lost too many answers for one checkout');
    },

    async readCheckout(_account, reference) {
      const found = await verify(reference);
      return found.kind === 'answer' ? { kind: 'answer', value: toCheckout(found.value) } : found;
    },

    // Paystack has no way to close a page.
    async closeCheckout(_account, reference) {
      const found = await verify(reference);
      return found.kind === 'answer' ? { kind: 'answer', value: toCheckout(found.value) } : found;
    },

    async readSettlement(_account, reference) {
      const found = await verify(reference);
      if (found.kind === 'refused') return found;
      const { fees = null, paid_at: paidAt, metadata } = found.value;
      const paid = toInstant(paidAt);
      if (fees === null || paid === null || toCheckout(found.value).status !== 'paid')
        return { kind: 'answer', value: null };
      return {
        kind: 'answer',
        value: { fee: fees + readMetadata(metadata).application_fee, availableOn: nextWorkingDay(paid) },
      };
    },

    async refund({ refundId, checkoutReference: reference, amount, currency, reason }) {
      // Paystack knows no key for refunds. One of ours that was made, and whose answer was lost, is found by its note.
      const paid = await verify(reference);
      if (paid.kind === 'refused') return paid;
      const { id } = paid.value;
      const former = await send('refund', z.array(Refund), { query: { transaction: String(id), perPage: '100' } });
      if (former.kind === 'refused') return former;
      const found = former.value.map((one) => toRefund(one, reference)).find((one) => one.refundId === refundId);
      if (found) return { kind: 'answer', value: found };
      const made = await send('refund', Refund, {
        method: 'POST',
        body: { transaction: id, amount, currency, merchant_note: refundNote(refundId, reason) },
      });
      return made.kind === 'answer'
        ? { kind: 'answer', value: { ...toRefund(made.value, reference), refundId } }
        : made;
    },

    async readRefund(_account, reference) {
      const found = await send(`refund/${encodeURIComponent(reference)}`, Refund);
      return found.kind === 'answer' ? { kind: 'answer', value: toRefund(found.value, null) } : found;
    },

    listBanks,

    async resolveBankAccount({ country, bankCode, accountNumber }) {
      if (!resolvable.has(country)) return { kind: 'answer', value: null };
      const query = { account_number: accountNumber, bank_code: bankCode };
      const found = await send('bank/resolve', z.object({ account_name: z.string() }), { query });
      return found.kind === 'answer' ? { kind: 'answer', value: found.value } : found;
    },

    async addRecipient(account, { country, bankCode, accountNumber, currency, name }) {
      const banks = await listBanks(country);
      if (banks.kind === 'refused') return banks;
      const bank = banks.value.find((one) => one.bank_code === bankCode && one.currency === currency);
      if (!bank) return refused('unknown_bank', 'Paystack does not know this bank');
      const added = await send('transferrecipient', RecipientRow, {
        method: 'POST',
        body: {
          type: bank.type,
          name,
          account_number: accountNumber,
          bank_code: bankCode,
          currency,
          metadata: { account },
        },
      });
      if (added.kind === 'refused') return added;
      const { recipient_code: reference, details } = added.value;
      return {
        kind: 'answer',
        value: {
          reference,
          bankName: details.bank_name ?? bank.bank_name,
          accountName: details.account_name ?? name,
          last4: accountNumber.slice(-4),
          status: details.account_name ? 'verified' : 'pending_verification',
        },
      };
    },

    async removeRecipient(_account, reference) {
      const removed = await send(`transferrecipient/${encodeURIComponent(reference)}`, z.unknown(), {
        method: 'DELETE',
      });
      return removed.kind === 'answer' || removed.status === 404 ? { kind: 'answer', value: null } : removed;
    },

    async payOut({ ourReference, recipient, amount, currency }) {
      const reference = transferReference(ourReference);
      const sent = await send('transfer', Transfer, {
        method: 'POST',
        body: { source: 'balance', amount, currency, recipient, reference, reason: ourReference },
      });
      if (sent.kind === 'answer') return { kind: 'answer', value: toPayout(sent.value) };
      // Of a repeated request the reference is known already: what it began is the answer.
      const former = await findPayout(ourReference);
      if (former.kind === 'answer' && former.value) return { kind: 'answer', value: former.value };
      return sent;
    },

    findPayout: (_account, ourReference) => findPayout(ourReference),

    listMovements: (account, period) => listPaystackMovements(send, account, period),

    readWebhook: (request) => readPaystackWebhook(settings.secretKey, request),

    async saveSubaccount({ businessName, bankCode, accountNumber, percentageChargeBp }, account) {
      const saved = await send(account === null ? 'subaccount' : `subaccount/${account}`, SubaccountRow, {
        method: account === null ? 'POST' : 'PUT',
        body: {
          business_name: businessName,
          settlement_bank: bankCode,
          account_number: accountNumber,
          percentage_charge: percentageChargeBp / 100,
        },
      });
      if (saved.kind === 'refused') return saved;
      const { subaccount_code, active } = saved.value;
      return { kind: 'answer', value: { account: subaccount_code, isActive: active !== false && active !== 0 } };
    },
  };
}

/** Countries whose restaurants use Paystack, by its names for them. */
const countryNames: Record<string, string> = { NG: 'nigeria', GH: 'ghana', ZA: 'south africa', KE: 'kenya' };
/** Elsewhere Paystack tells no holder's name without papers. */
const resolvable = new Set(['NG', 'GH']);

const refused = (code: string, message: string) => ({ kind: 'refused' as const, code, message });

/** Paystack takes letters, digits, -, . and =. */
const checkoutReference = (key: string, attempt: number) =>
  `${key.replaceAll(/[^\w.=-]/g, '-').replaceAll('_', '-')}${attempt === 1 ? '' : `.${attempt}`}`;

const toOpen = (request: CheckoutRequest, reference: string) => ({
  // Required. Paystack writes its receipt there.
  email: request.customerEmail ?? `guest@${new URL(request.successUrl).hostname}`,
  amount: request.amount,
  currency: request.currency,
  reference,
  callback_url: request.successUrl,
  metadata: {
    checkout_id: request.checkoutId,
    restaurant_id: request.restaurantId,
    account: request.account,
    amount: request.amount,
    currency: request.currency,
    application_fee: request.applicationFee,
    cancel_action: request.cancelUrl,
    custom_fields: [{ display_name: 'For', variable_name: 'for', value: request.description }],
  },
});

const toOpened = (request: CheckoutRequest, opened: z.infer<typeof Opened>): CheckoutState => ({
  reference: opened.reference,
  checkoutId: request.checkoutId,
  url: opened.authorization_url,
  expiresAt: null,
  status: 'pending',
  amount: request.amount,
  currency: request.currency,
  method: 'other',
  cardBrand: null,
  cardLast4: null,
  receiptUrl: null,
  failureCode: null,
  failureMessage: null,
  paidAt: null,
});

/** Paystack settles on the next working day. */
function nextWorkingDay(paidAt: string): string {
  const day = new Date(Date.parse(paidAt) + DAY);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setTime(day.getTime() + DAY);
  return day.toISOString();
}

const Opened = z.object({ authorization_url: z.url(), reference: z.string() });

const BankRow = z.object({
  name: z.string(),
  code: z.string(),
  currency: z.string(),
  type: z.optional(z.nullable(z.string())),
  active: z.optional(z.nullable(z.boolean())),
});

const RecipientRow = z.object({
  recipient_code: z.string(),
  details: z.object({
    bank_name: z.optional(z.nullable(z.string())),
    account_name: z.optional(z.nullable(z.string())),
  }),
});

const SubaccountRow = z.object({
  subaccount_code: z.string(),
  active: z.optional(z.nullable(z.union([z.boolean(), z.int()]))),
});
