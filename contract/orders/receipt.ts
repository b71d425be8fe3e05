import type { Restaurant } from '../restaurant/rows.ts';
import type { Order } from './calls.ts';
import { sumsOf, type PricedSums, type SumLine } from './sums.ts';

export type Seller = Pick<
  Restaurant,
  | 'name'
  | 'address'
  | 'city'
  | 'postal_code'
  | 'phone_number_business'
  | 'business_registration_no'
  | 'tax_number'
  | 'vat_registered'
>;

/** The restaurant's numbers, as customers read them: whoever is not registered for VAT shows no tax number. */
export const registrationsOf = ({ business_registration_no, tax_number, vat_registered }: Seller): string[] => [
  ...(business_registration_no ? [`Registration number ${business_registration_no}`] : []),
  ...(vat_registered && tax_number ? [`Tax number ${tax_number}`] : []),
];

/** Whether receipts show the tax in the prices. */
export const showsTax = ({ vat_registered }: Pick<Seller, 'vat_registered'>): boolean => vat_registered === true;

/** Who sells, below the name: address, telephone and numbers. */
export const sellerLines = (seller: Seller): string[] => [
  ...[
    [seller.address, seller.city, seller.postal_code].filter(Boolean).join(', '),
    seller.phone_number_business,
  ].filter((line): line is string => Boolean(line)),
  ...registrationsOf(seller),
];

export interface TaxPart {
  /** Both null: sold without a tax. */
  name: string | null;
  rate_bp: number | null;
  /** Minor units. */
  net_amount: number;
  tax_amount: number;
  gross_amount: number;
}

/** What an order sold, by rate and without its tip. What its taxes do not cover was sold without a tax. */
export function taxPartsOf({
  taxes,
  total_amount,
  tip_amount,
}: Pick<Order, 'taxes' | 'total_amount' | 'tip_amount'>): TaxPart[] {
  const byRate = new Map<number, TaxPart>();
  for (const { name, rate_bp, taxable_amount, tax_amount } of taxes) {
    const part = byRate.get(rate_bp) ?? { name, rate_bp, net_amount: 0, tax_amount: 0, gross_amount: 0 };
    byRate.set(rate_bp, {
      ...part,
      net_amount: part.net_amount + taxable_amount,
      tax_amount: part.tax_amount + tax_amount,
      gross_amount: part.gross_amount + taxable_amount + tax_amount,
    });
  }
  const taxed: TaxPart[] = [...byRate.values()];
  const rest = total_amount - tip_amount - taxed.reduce((sum, { gross_amount }) => sum + gross_amount, 0);
  return rest === 0
    ? taxed
    : [...taxed, { name: null, rate_bp: null, net_amount: rest, tax_amount: 0, gross_amount: rest }];
}

/** The sums that customers read. The tax in the prices is for restaurants that are registered for it to show. */
export const sumsForCustomer = (order: PricedSums, { vat_registered }: Pick<Seller, 'vat_registered'>): SumLine[] =>
  sumsOf(order).filter(({ kind }) => vat_registered || kind !== 'included');

/** The sums of a receipt, and the table of taxes beside them, which has the tax in the prices; empty: the restaurant shows none. */
export const receiptSums = (order: PricedSums, { vat_registered }: Pick<Seller, 'vat_registered'>) => ({
  sums: sumsOf(order).filter(({ kind }) => kind !== 'included'),
  taxes: vat_registered && order.taxes.length > 0 ? taxPartsOf(order) : [],
});
