import { isHosted, providers } from '../../../contract/payments/providers.ts';
import { taxLabel } from '../../../contract/orders/sums.ts';
import type { Payment, RefundReason } from '../../../contract/payments/rows.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { humanize } from '../../ui/status-label.ts';

const stateLabels: Record<string, string> = {
  // Not known is never "failed".
  pending: 'Checking',
  authorized: 'Checking',
  paid: 'Paid',
  partially_refunded: 'Part refunded',
  refunded: 'Refunded',
  failed: 'Failed',
  cancelled: 'Cancelled',
  disputed: 'Disputed',
};
export const stateLabel = (status: string): string => stateLabels[status] ?? humanize(status);

const methodLabels: Record<string, string> = {
  card: 'Card',
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
  mobile_money: 'Mobile money',
  wallet: 'Wallet',
  payment_link: 'Payment link',
  other: 'Other',
};
export const methodName = (method: string): string => methodLabels[method] ?? humanize(method);

/** "Visa 4471", "Cash" */
export const methodLine = ({ method, card_brand, card_last4 }: Payment): string =>
  [card_brand ? humanize(card_brand) : methodName(method), card_last4].filter(Boolean).join(' ');

/** "P-20938"; "New" until the server has numbered it. */
export const paymentNumber = ({ payment_no }: Pick<Payment, 'payment_no'>): string => payment_no || 'New';

export const refundReasonLabels: Record<RefundReason, string> = {
  customer_request: 'The customer asked',
  out_of_stock: 'Something was sold out',
  late: 'It was late',
  wrong_order: 'Wrong order',
  duplicate: 'Paid twice',
  fraudulent: 'Fraud',
  other: 'Another reason',
};

/** "VAT 20%"; "20%" where the restaurant has no name for the rate; null: "Without a rate". */
export function rateLabel(rateBp: number | null, settings: Restaurant['tax_settings']): string {
  if (rateBp === null) return 'Without a rate';
  const named = settings?.rates.find(({ rate_bp }) => rate_bp === rateBp);
  return named ? taxLabel(named) : `${rateBp / 100}%`;
}

/** What is happening to a disputed payment, and what is to be done. */
export function disputeText({ provider }: Pick<Payment, 'provider'>): string {
  const holder = isHosted(provider) ? providers[provider].label : 'The provider';
  const where = isHosted(provider) ? `in your ${holder} account` : 'at the provider';
  return `The customer’s bank disputes this payment. ${holder} keeps the money until that is decided. Answer the dispute ${where} before its deadline; the outcome shows here.`;
}
