import { hostedProviders } from '../payments/providers.ts';
import * as z from 'zod/mini';
import { call, online, read } from '../call.ts';
import { Amount, Currency, Id, operationFields, text, trimmedText } from '../fields.ts';
import { pagingQuery } from '../query.ts';
import { ibanFault } from './iban.ts';
import { WithdrawalAccount, WithdrawalRequest } from './rows.ts';

/** Spaces and dashes are ignored. It goes to the provider and is neither stored nor sent back. */
export const AccountNumber = z.string().check(
  z.trim(),
  z.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{3,40}$/, { error: 'Enter the number as the bank writes it' }),
  z.overwrite((number) => number.replaceAll(/[ -]/g, '').toUpperCase()),
  z.refine((number) => ibanFault(number) === null, { error: ({ input }) => ibanFault(String(input)) ?? '' }),
);
/** Of the bank list; where a country has none, the sort code, routing number or BIC. Empty with an IBAN. */
const BankCode = z.string().check(z.trim(), z.maxLength(40), z.regex(/^[A-Za-z0-9 -]*$/));
/** Asked for again: an open session does not prove it. */
const FreshPassword = text(200).check(z.minLength(1));

export const listAccounts = call('withdrawals.listAccounts', 'GET', '/settings/withdrawal/accounts', {
  access: 'money.read',
  offline: read,
  reply: z.array(WithdrawalAccount),
  summary: 'Bank accounts to which money can be sent',
});

/**
 * The holder's name of an account, as the bank knows it, to be confirmed before the account is added. Null: the provider cannot tell
 * beforehand. 422 `provider_refused`; 409 `payments_not_set_up`; 503 `provider_unavailable`.
 */
export const resolveAccount = call('withdrawals.resolveAccount', 'POST', '/settings/withdrawal/accounts/resolve', {
  access: 'money.move',
  offline: online('provider_setup'),
  body: z.strictObject({ bank_code: BankCode, account_number: AccountNumber }),
  reply: z.object({ account_name: z.nullable(z.string()) }),
  addition: true,
  summary: 'The name of a bank account’s holder',
});

/**
 * Registers an account in the restaurant's country and currency with the provider. The first one is the default. Again with the same
 * number, it is the same account. Refusals as of `resolveAccount`, and 400 `wrong_credentials`, 409 `password_not_set`.
 */
export const addAccount = call('withdrawals.addAccount', 'POST', '/settings/withdrawal/accounts', {
  access: 'money.move',
  offline: online('credentials'),
  body: z.strictObject({
    account_type: z.optional(z.enum(['bank', 'mobile_money'])),
    bank_code: BankCode,
    bank_name: z.optional(text(120)),
    account_number: AccountNumber,
    /** The holder. The bank's own words win where the provider knows them. */
    account_name: trimmedText(120),
    is_default: z.optional(z.boolean()),
    password: FreshPassword,
    ...operationFields,
  }),
  reply: WithdrawalAccount,
  summary: 'Add a bank account',
});

export const makeDefault = call('withdrawals.makeDefault', 'PUT', '/settings/withdrawal/accounts/{id}/default', {
  access: 'money.move',
  offline: online('provider_setup'),
  reply: WithdrawalAccount,
  addition: true,
  summary: 'Use an account unless another is chosen',
});

/** 409 `account_in_use`: a withdrawal to it is under way. */
export const removeAccount = call('withdrawals.removeAccount', 'DELETE', '/settings/withdrawal/accounts/{id}', {
  access: 'money.move',
  offline: online('provider_setup'),
  reply: z.object({ ok: z.literal(true) }),
  summary: 'Remove a bank account',
});

export const Bank = z.object({
  bank_code: z.string(),
  bank_name: z.string(),
  country_code: z.string(),
  currency: Currency,
  type: z.string(),
});
export type Bank = z.infer<typeof Bank>;

/** Empty where accounts are named by their number alone or by a sort code. */
export const listBanks = call('withdrawals.listBanks', 'GET', '/settings/withdrawal/configure/banks/list', {
  access: 'money.read',
  offline: read,
  reply: z.array(Bank),
  summary: 'Banks of the restaurant’s country',
});

/** Money at the provider, minor units of `currency`, and what one withdrawal may be and costs. */
export const Wallet = z.object({
  available_amount: Amount,
  pending_amount: Amount,
  reserved_amount: Amount,
  currency: Currency,
  min_withdrawal_amount: Amount,
  max_withdrawal_amount: Amount,
  /** The fee is `fee_fixed_amount` and `fee_bp` basis points of the amount, rounded up; it is taken from the amount. */
  fee_fixed_amount: Amount,
  fee_bp: z.int(),
  /** Date, YYYY-MM-DD. Null: money leaves when it is asked for. */
  next_payout_on: z.nullable(z.string()),
});
export type Wallet = z.infer<typeof Wallet>;

export const WalletOverview = z.object({
  /** The default account. */
  account: z.nullable(WithdrawalAccount),
  wallet: Wallet,
  /** Null: no provider is set up, so no account can be added. */
  provider: z.nullable(z.enum(hostedProviders)),
});
export type WalletOverview = z.infer<typeof WalletOverview>;

export const getWallet = call('withdrawals.getWallet', 'GET', '/settings/withdrawal/acct', {
  access: 'money.read',
  offline: read,
  reply: WalletOverview,
  summary: 'The default account and the wallet',
});

export const getRequest = call('withdrawals.getRequest', 'GET', '/settings/withdrawal/request', {
  access: 'money.read',
  offline: read,
  reply: z.nullable(WithdrawalRequest),
  summary: 'The withdrawal that is under way, if any',
});

/**
 * Reserves the amount and sends it, less the fee, to a verified account, by default the default one. 409: `withdrawal_already_open` with
 * `current`, `not_enough_money`, `account_not_verified`, `payments_not_set_up`, `password_not_set`. 400 `wrong_credentials`.
 */
export const request = call('withdrawals.request', 'POST', '/settings/withdrawal/request', {
  access: 'money.move',
  offline: online('money_out'),
  body: z.strictObject({
    amount: Amount.check(z.gte(1)),
    withdrawal_account_id: z.optional(Id),
    note: z.optional(text(200)),
    password: FreshPassword,
    ...operationFields,
  }),
  reply: WithdrawalRequest,
  summary: 'Withdraw money',
});

/** Only until it is sent: afterwards 409 `withdrawal_in_process` with `current`. 404: none is open, or another than `id`. */
export const cancel = call('withdrawals.cancel', 'DELETE', '/settings/withdrawal/request', {
  access: 'money.move',
  offline: online('money_out'),
  query: z.strictObject({ id: z.optional(Id) }),
  reply: WithdrawalRequest,
  summary: 'Cancel the open withdrawal',
});

export const listRequests = call('withdrawals.listRequests', 'GET', '/settings/withdrawal/requests', {
  access: 'money.read',
  offline: read,
  query: z.strictObject(pagingQuery),
  reply: WithdrawalRequest,
  paged: true,
  addition: true,
  summary: 'Withdrawals, newest first',
});
