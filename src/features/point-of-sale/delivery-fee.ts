import { deliveryOf, feeOf, isOffered, type DeliveryRules } from '../../../contract/orders/delivery.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { money, parseMoney } from '../../lib/money.ts';
import { deliveryPriceLabel } from '../../components/delivery-price.ts';
import type { Draft } from './draft.ts';

export interface DraftDelivery {
  /** What the customer pays for it, minor units; null: it is not offered, or what was typed is no amount. */
  fee: number | null;
  /** What the delivery locations say. */
  text: string;
  /** What is wrong, for the field; null: nothing. */
  fault: string | null;
}

/**
 * The delivery of the order that a draft makes, by the same rules as on the server; null: it is no delivery. A typed fee counts, whatever
 * the locations say.
 */
export function deliveryOfDraft(
  draft: Pick<Draft, 'fee' | 'locationId'>,
  looked: Order | undefined,
  order: Order,
  { locations, now, ...place }: Omit<DeliveryRules, 'at'> & { now: number },
): DraftDelivery | null {
  if (order.order_type !== 'delivery') return null;
  const { currency } = order;
  const at = new Date(now).toISOString();
  // The price of a new order needs some address; until there is one, nothing is known of it.
  const to = order.delivery_address ?? (looked?.order_type === 'delivery' ? null : noAddress);
  const byRule = deliveryOf(
    { ...order, delivery_address: to },
    { delivery_location_id: draft.locationId },
    looked ?? null,
    { locations, ...place, at },
  );
  const text =
    byRule.kind === 'said'
      ? `The fee of ${money(byRule.fee_amount, currency)} stays as it was agreed.`
      : deliveryPriceLabel(byRule, currency);
  if (draft.fee.trim() !== '') {
    const fee = parseMoney(draft.fee, currency);
    return { fee, text, fault: fee === null ? `Enter an amount in ${currency}` : null };
  }
  if (isOffered(byRule)) return { fee: feeOf(byRule), text, fault: null };
  return { fee: null, text, fault: `${text} Choose a location, or enter the fee.` };
}

const noAddress = { line_1: '', line_2: null, city: '', postal_code: '', country_code: '', instructions: null };
