import { onlineProviders } from '../payments/providers.ts';
import * as z from 'zod/mini';
import { call, online, read } from '../call.ts';
import { Id, Instant, trimmedText } from '../fields.ts';

export const WalletProviderName = z.enum(onlineProviders);
export type WalletProviderName = z.infer<typeof WalletProviderName>;

/**
 * A restaurant's account at a payment provider. `is_available`: this installation has the provider's keys. `broken`: the provider refuses
 * the account, and `reason` says why.
 */
export const WalletProvider = z.object({
  provider: WalletProviderName,
  is_available: z.boolean(),
  /** Its requests go to a test service: no real money moves. */
  is_double: z.boolean(),
  status: z.enum(['not_configured', 'pending', 'verified', 'broken']),
  reason: z.nullable(z.string()),
  /** Whether customers pay through it. */
  takes_payments: z.boolean(),
  /** The least that the platform keeps of each payment, in basis points. */
  platform_fee_bp: z.int(),
  /** What is known of it, such as the bank and the last four digits of an account. No secrets. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  checked_at: z.nullable(Instant),
});
export type WalletProvider = z.infer<typeof WalletProvider>;

const setUp = online('provider_setup');

export const listProviders = call('wallet.listProviders', 'GET', '/settings/wallet/providers', {
  access: 'money.read',
  offline: read,
  reply: z.array(WalletProvider),
  addition: true,
  summary: 'The payment providers and what is set up at each',
});

/** Also fine if nothing was set up. Payments that were taken stay. */
export const disconnect = call('wallet.disconnect', 'DELETE', '/settings/wallet/providers/{provider}', {
  access: 'money.move',
  offline: setUp,
  messages: { provider: { known: WalletProviderName.options, otherwise: 'Provider not supported' } },
  reply: z.object({ ok: z.literal(true) }),
  addition: true,
  summary: 'Disconnect a payment provider',
});

/** Of the restaurant's country. Settlements go to one of them. */
export const listPaystackBanks = call(
  'wallet.listPaystackBanks',
  'GET',
  '/settings/wallet/provider/paystack-connect/banks',
  {
    access: 'money.read',
    offline: read,
    reply: z.array(z.object({ bank_code: z.string(), bank_name: z.string() })),
    addition: true,
    summary: 'The banks that Paystack pays out to',
  },
);

export const BankCode = z
  .string('Choose a bank')
  .check(z.trim(), z.minLength(1, 'Choose a bank'), z.regex(/^[\w-]{0,30}$/, 'Choose a bank'));
/** Digits only; spaces are taken out by the screen. */
export const AccountNumber = z
  .string('Enter the account number')
  .check(z.regex(/^\d{6,20}$/, 'Enter the account number: 6 to 20 digits'));

/** 422 with the provider's reason if the account does not exist; 503 `provider_unavailable` if it does not answer. */
export const verifyBankAccount = call(
  'wallet.verifyBankAccount',
  'POST',
  '/settings/wallet/provider/paystack-connect/verify/bank-account',
  {
    access: 'money.move',
    offline: setUp,
    body: z.strictObject({ bank_code: BankCode, account_number: AccountNumber }),
    /** Null: in this country the bank tells no name beforehand. */
    reply: z.object({ account_name: z.nullable(z.string()) }),
    summary: 'Look up the holder of a bank account',
  },
);

/** Of one form: files, bytes of a file, bytes of the request. */
export const PAPERS = { files: 5, fileBytes: 5 * 1024 * 1024, requestBytes: 21 * 1024 * 1024 };

/**
 * As multipart/form-data or as JSON, whose documents are base64. `percentage_charge_bp`: the platform's share
 * of each payment, no less than what it keeps of all. The account number goes to Paystack and is not stored.
 */
export const connectPaystack = call('wallet.connectPaystack', 'POST', '/settings/wallet/provider/paystack-connect', {
  access: 'money.move',
  offline: setUp,
  isMultipart: true,
  bodyLimit: PAPERS.requestBytes,
  body: z.strictObject({
    business_name: trimmedText(120),
    bank_code: BankCode,
    account_number: AccountNumber,
    // A form's fields are texts.
    percentage_charge_bp: z.union([
      z.int().check(z.gte(0), z.lte(10_000)),
      z.string().check(z.regex(/^(?:10000|\d{1,4})$/, 'Enter a share from 0 to 100 %')),
    ]),
    documents: z.optional(
      z
        .array(z.string().check(z.minLength(1), z.maxLength(Math.ceil(PAPERS.fileBytes / 3) * 4)))
        .check(z.maxLength(PAPERS.files)),
    ),
  }),
  reply: WalletProvider,
  summary: 'Connect the restaurant with Paystack',
});

const keyText = (max: number) =>
  z.string().check(z.trim(), z.regex(new RegExp(`^[\\x21-\\x7e]{0,${max}}$`), 'One word of letters, digits and signs'));

export const CustomGateway = z.object({
  provider_name: z.string(),
  public_key: z.string(),
  secret_last4: z.string(),
  /** Where the gateway sends its events. */
  webhook_url: z.string(),
  is_active: z.boolean(),
  mode: z.enum(['test', 'live']),
  last_verified_at: z.nullable(Instant),
  status: z.enum(['pending', 'verified', 'broken']),
});
export type CustomGateway = z.infer<typeof CustomGateway>;

/**
 * The secret signs the gateway's events; it is kept encrypted and never sent. Without one the former stays.
 * A new one has to be verified again, by a signed ping.
 */
export const saveCustomGateway = call(
  'wallet.saveCustomGateway',
  'POST',
  '/settings/wallet/provider/custom-payment-gateway',
  {
    access: 'money.move',
    offline: online('credentials'),
    body: z.strictObject({
      provider_name: trimmedText(80),
      public_key: keyText(300),
      secret_key: z.optional(keyText(300).check(z.minLength(16, 'At least 16 letters, digits and signs'))),
      is_active: z.boolean(),
      mode: z.enum(['test', 'live']),
    }),
    reply: CustomGateway,
    summary: 'Set up a payment gateway of one’s own',
  },
);

/** What a custom gateway sends to its webhook. */
export const CustomGatewayEvent = z.union([
  z.object({ type: z.literal('ping') }),
  z.object({
    type: z.literal('payment'),
    /** The gateway's id of the payment. */
    id: z.string().check(z.minLength(1), z.maxLength(200)),
    checkout_id: Id,
    /** Minor units. */
    amount: z.int().check(z.gte(0)),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    status: z.enum(['pending', 'paid', 'failed', 'cancelled']),
  }),
]);
