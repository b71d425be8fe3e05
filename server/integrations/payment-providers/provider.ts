import type { HostedProvider } from '../../../contract/payments/providers.ts';

/**
 * What Galley needs of a payment provider; each has one client behind this port. Amounts are minor units. Each method throws a
 * TransientError if the provider is unreachable, busy or answers something unexpected: a retry with the same `key` may succeed, and what
 * became of the request is unknown. A refusal is final.
 */
export interface PaymentProvider {
  readonly name: HostedProvider;
  /** Whether the requests go to a test double. */
  readonly isDouble: boolean;

  /** A page of the provider where a customer pays. Repeated with the same `key`, it is the same page. */
  openCheckout(request: CheckoutRequest): Promise<ProviderResult<CheckoutState>>;
  /** `reference`: of the checkout, or what a refund or dispute names in its place; the answer has the checkout's own. */
  readCheckout(account: string, reference: string): Promise<ProviderResult<CheckoutState>>;
  /** Closes the page, if the provider can, and answers with the checkout's state: it may have been paid at that moment. */
  closeCheckout(account: string, reference: string): Promise<ProviderResult<CheckoutState>>;
  /** The provider's fee for a paid checkout and when the money becomes available. Null: not known yet. */
  readSettlement(account: string, reference: string): Promise<ProviderResult<Settlement | null>>;

  refund(request: RefundRequest): Promise<ProviderResult<RefundState>>;
  readRefund(account: string, reference: string): Promise<ProviderResult<RefundState>>;

  /** Banks of a country to which money can be sent. */
  listBanks(country: string): Promise<ProviderResult<Bank[]>>;
  /** The holder's name of a bank account, as the bank knows it. Null: this provider cannot tell beforehand. */
  resolveBankAccount(bank: BankAccountNumber): Promise<ProviderResult<{ account_name: string } | null>>;
  /** Registers a bank account for payouts; the provider checks it. */
  addRecipient(account: string, bank: RecipientRequest): Promise<ProviderResult<Recipient>>;
  removeRecipient(account: string, reference: string): Promise<ProviderResult<null>>;

  payOut(request: PayoutRequest): Promise<ProviderResult<PayoutState>>;
  /** By our own reference, so that a payout whose answer was lost can be found. Null: there is none. */
  findPayout(account: string, ourReference: string): Promise<ProviderResult<PayoutState | null>>;

  /** Every movement of the account's balance in a period, for reconciliation. */
  listMovements(account: string, period: { from: Date; to: Date }): Promise<ProviderResult<Movement[]>>;

  /** The events of a webhook request. Null: the signature is wrong, or its time is more than 300 s away. */
  readWebhook(request: WebhookRequest): ReceivedEvent[] | null;
}

/** A restaurant as a provider knows it that pays out to a bank account. */
export interface SubaccountRequest {
  businessName: string;
  bankCode: string;
  accountNumber: string;
  /** The platform's share of each payment, in basis points. */
  percentageChargeBp: number;
}

export interface Subaccount {
  account: string;
  isActive: boolean;
}

/** A provider with which a restaurant is connected by its bank account. */
export interface BankConnectedProvider extends PaymentProvider {
  /** Registers a restaurant. `account`: its former registration, which is changed instead. */
  saveSubaccount(request: SubaccountRequest, account: string | null): Promise<ProviderResult<Subaccount>>;
}

/** `message`: a sentence of the provider for the owner, without secrets. */
export type ProviderResult<T> = { kind: 'answer'; value: T } | { kind: 'refused'; code: string; message: string };

/** The provider did not answer as expected; nothing is known about what it did. */
export class TransientError extends Error {
  override name = 'TransientError';
}

export interface CheckoutRequest {
  account: string;
  /** Identifies the request at the provider. */
  key: string;
  /** The checkout's id; events bring it back. */
  checkoutId: string;
  restaurantId: string;
  amount: number;
  currency: string;
  /** What the customer reads, such as "Order #101 at Tamarind". */
  description: string;
  /** What the platform keeps. */
  applicationFee: number;
  customerEmail: string | null;
  successUrl: string;
  cancelUrl: string;
}

export interface CheckoutState {
  reference: string;
  checkoutId: string | null;
  /** Where the customer pays. Null: that is over. */
  url: string | null;
  expiresAt: string | null;
  status: 'pending' | 'authorized' | 'paid' | 'failed' | 'cancelled';
  amount: number;
  currency: string;
  method: 'card' | 'bank_transfer' | 'mobile_money' | 'wallet' | 'payment_link' | 'other';
  cardBrand: string | null;
  cardLast4: string | null;
  receiptUrl: string | null;
  failureCode: string | null;
  failureMessage: string | null;
  /** ISO. Null unless paid. */
  paidAt: string | null;
}

export interface Settlement {
  /** What the provider and the platform keep together. */
  fee: number;
  /** When the money can be withdrawn, ISO. */
  availableOn: string;
  /** What the event of the payment may not have said yet. */
  paidWith?: Pick<CheckoutState, 'cardBrand' | 'cardLast4' | 'receiptUrl'>;
}

export interface RefundRequest {
  account: string;
  key: string;
  refundId: string;
  /** The provider's reference of the paid checkout. */
  checkoutReference: string;
  amount: number;
  currency: string;
  reason: string;
}

export interface RefundState {
  reference: string;
  /** Null: made in the provider's own pages. */
  refundId: string | null;
  /** As readCheckout takes it. */
  checkoutReference: string | null;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
  failureMessage: string | null;
}

export interface DisputeState {
  reference: string;
  /** As readCheckout takes it. */
  checkoutReference: string;
  amount: number;
  currency: string;
  /** What the provider keeps for it until now; it may give that back. Events that were stored by an older version do not say it. */
  fee?: number;
  /** `inquiry`: the bank asks, and takes nothing. */
  status: 'inquiry' | 'open' | 'won' | 'lost';
}

export interface Bank {
  bank_code: string;
  bank_name: string;
  country_code: string;
  currency: string;
  type: string;
}

export interface BankAccountNumber {
  bankCode: string;
  accountNumber: string;
  country: string;
  currency: string;
}

export interface RecipientRequest extends BankAccountNumber {
  /** The holder. */
  name: string;
}

export interface Recipient {
  reference: string;
  bankName: string;
  accountName: string;
  last4: string;
  status: 'pending_verification' | 'verified' | 'rejected';
}

export interface PayoutRequest {
  account: string;
  /** The withdrawal's reference; also the request's key. */
  ourReference: string;
  recipient: string;
  amount: number;
  currency: string;
}

export interface PayoutState {
  reference: string;
  ourReference: string | null;
  status: 'processing' | 'paid' | 'failed' | 'reversed';
  /** In the words of the contract. */
  failureCode:
    | 'account_closed'
    | 'account_frozen'
    | 'invalid_account'
    | 'name_mismatch'
    | 'insufficient_funds'
    | 'provider_error'
    | null;
  failureMessage: string | null;
  /** Date, YYYY-MM-DD. */
  expectedArrivalOn: string | null;
}

export interface AccountState {
  account: string;
  isReady: boolean;
  /** A sentence for the owner if it is not. */
  reason: string | null;
}

export interface SubscriptionState {
  reference: string;
  customer: string;
  restaurantId: string | null;
  planId: string | null;
  status: 'trialing' | 'active' | 'past_due' | 'paused' | 'cancelled' | 'expired';
  startedAt: string;
  trialEndsAt: string | null;
  periodStartAt: string | null;
  periodEndAt: string | null;
  cancelAtPeriodEnd: boolean;
  cancelledAt: string | null;
  paymentMethodLabel: string | null;
}

export interface InvoiceState {
  reference: string;
  subscription: string;
  invoiceNo: string;
  amount: number;
  tax: number;
  currency: string;
  status: 'open' | 'paid' | 'failed' | 'void' | 'refunded';
  periodStartAt: string;
  periodEndAt: string;
  paidAt: string | null;
  pdfUrl: string | null;
}

/** One movement of a balance: what came in or went out (negative) before fees, and the fee that was kept of it. */
export interface Movement {
  reference: string;
  kind: 'payment' | 'refund' | 'payout' | 'dispute' | 'other';
  /** The checkout, refund or payout that it belongs to. */
  source: string | null;
  amount: number;
  fee: number;
  currency: string;
  at: string;
}

export interface WebhookRequest {
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** The bytes that the signature covers. */
  rawBody: Uint8Array;
  now: Date;
}

/** An event in our terms. `occurredAt`: the provider's time, ISO; an older state never replaces a newer one. */
export type ProviderEvent = { occurredAt: string; account: string | null } & (
  | { kind: 'checkout'; checkout: CheckoutState }
  | { kind: 'refund'; refund: RefundState }
  | { kind: 'dispute'; dispute: DisputeState }
  | { kind: 'payout'; payout: PayoutState }
  | { kind: 'account'; state: AccountState }
  | { kind: 'subscription'; subscription: SubscriptionState }
  | { kind: 'invoice'; invoice: InvoiceState }
  /** Something that Galley does not need. */
  | { kind: 'other'; type: string }
);

export interface ReceivedEvent {
  /** Unique at the provider: a repeated delivery has the same. */
  key: string;
  event: ProviderEvent;
}
