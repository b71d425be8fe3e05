import { priceDelivery, priceIn, type DeliveryPrice } from '../../../contract/delivery/choose-location.ts';
import type { DeliveryLocation } from '../../../contract/delivery/rows.ts';
import { parseMoney } from '../../lib/money.ts';
import { deliveryPriceLabel } from '../../components/delivery-price.ts';
import { foodOf, type Draft } from './draft.ts';

export interface DraftDelivery {
  /** What the customer pays for it, minor units; null: it is not offered, or what was typed is no amount. */
  fee: number | null;
  /** What the delivery locations say. */
  text: string;
  /** What is wrong, for the field; null: nothing. */
  fault: string | null;
}

/** The delivery of a draft, by the same rules as on the server. A typed fee counts, whatever the locations say. */
export function deliveryOfDraft(
  draft: Draft,
  locations: readonly DeliveryLocation[],
  { currency, timezone, country, now }: { currency: string; timezone: string; country: string | null; now: number },
): DraftDelivery {
  const subtotal = foodOf(draft);
  const chosen = locations.find(({ id }) => id === draft.locationId);
  const at = draft.scheduledFor ?? new Date(now).toISOString();
  const price: DeliveryPrice = chosen
    ? priceIn(chosen, subtotal)
    : priceDelivery(locations, draft.address, { country, subtotal, timezone, at });
  const text = deliveryPriceLabel(price, currency);
  if (draft.fee.trim() !== '') {
    const fee = parseMoney(draft.fee, currency);
    return { fee, text, fault: fee === null ? `Enter an amount in ${currency}` : null };
  }
  if (price.kind === 'unlimited') return { fee: 0, text, fault: null };
  if (price.kind === 'priced') return { fee: price.fee_amount, text, fault: null };
  return { fee: null, text, fault: `${text} Choose a location, or enter the fee.` };
}
