import type { Clock } from '../../../server/platform/clock.ts';

type Metadata = Record<string, unknown>;

export interface DoubleTransaction {
  id: number;
  domain: 'test';
  status: 'abandoned' | 'success' | 'failed' | 'reversed';
  reference: string;
  amount: number;
  currency: string;
  requested_amount: number;
  gateway_response: string;
  channel: string;
  fees: number | null;
  metadata: Metadata;
  customer: { email: string };
  authorization: { card_type: string; brand: string; last4: string; channel: string } | Record<string, never>;
  subaccount: { subaccount_code: string } | Record<string, never>;
  paid_at: string | null;
  created_at: string;
}

export interface DoubleRefund {
  id: number;
  transaction: number;
  transaction_reference: string;
  amount: number;
  currency: string;
  status: 'pending' | 'processing' | 'processed' | 'failed';
  merchant_note: string;
  customer_note: string;
  createdAt: string;
}

export interface DoubleRecipient {
  id: number;
  recipient_code: string;
  type: string;
  name: string;
  currency: string;
  active: boolean;
  metadata: Metadata | null;
  details: { account_number: string; account_name: string; bank_code: string; bank_name: string };
}

export interface DoubleTransfer {
  id: number;
  transfer_code: string;
  reference: string;
  amount: number;
  currency: string;
  reason: string;
  status: 'pending' | 'otp' | 'success' | 'failed' | 'reversed';
  failures: { message: string } | null;
  recipient: DoubleRecipient;
  createdAt: string;
  updatedAt: string;
}

export interface DoubleSubaccount {
  id: number;
  subaccount_code: string;
  business_name: string;
  settlement_bank: string;
  account_number: string;
  percentage_charge: number;
  is_verified: boolean;
  active: boolean;
}

/** What the double remembers. */
export interface PaystackState {
  transactions: Map<string, DoubleTransaction>;
  /** By access code: which transaction a payment page is for, and where its customer returns to. */
  pages: Map<string, { reference: string; callbackUrl: string | null }>;
  refunds: DoubleRefund[];
  recipients: Map<string, DoubleRecipient>;
  transfers: Map<string, DoubleTransfer>;
  subaccounts: DoubleSubaccount[];
  /** What transfers may take, by currency. */
  balances: Record<string, number>;
  nextId(): number;
  now(): string;
}

/** Enough for any test. */
const BALANCE = 10_000_000_00;

export function createState(clock: Clock): PaystackState {
  let last = 3_000_000;
  return {
    transactions: new Map(),
    pages: new Map(),
    refunds: [],
    recipients: new Map(),
    transfers: new Map(),
    subaccounts: [],
    balances: { NGN: BALANCE, GHS: BALANCE, ZAR: BALANCE, KES: BALANCE },
    nextId: () => (last += 1),
    now: () => clock.now().toISOString(),
  };
}

/** Some banks of each country that Paystack serves. */
export const banks = [
  ['NG', 'NGN', 'nuban', '044', 'Access Bank'],
  ['NG', 'NGN', 'nuban', '058', 'Guaranty Trust Bank'],
  ['NG', 'NGN', 'nuban', '057', 'Zenith Bank'],
  ['GH', 'GHS', 'ghipss', '030100', 'Absa Bank Ghana Ltd'],
  ['GH', 'GHS', 'mobile_money', 'MTN', 'MTN'],
  ['ZA', 'ZAR', 'basa', '632005', 'Absa Bank Limited, South Africa'],
  ['KE', 'KES', 'kepss', '68', 'Equity Bank Limited'],
].map(([iso, currency, type, code, name], index) => ({ id: index + 1, iso, currency, type, code, name })) as {
  id: number;
  iso: string;
  currency: string;
  type: string;
  code: string;
  name: string;
}[];

export const countryNames: Record<string, string> = { NG: 'nigeria', GH: 'ghana', ZA: 'south africa', KE: 'kenya' };
