import type { DeliveryLocation } from '../../../contract/delivery/rows.ts';
import { correctOrder } from '../../../contract/orders/edit.ts';
import { laterMinutes } from '../../../contract/orders/lead-time.ts';
import { newManualOrder, typedCustomer } from '../../../contract/orders/manual-order.ts';
import type { Order, WantedDiscount } from '../../../contract/orders/calls.ts';
import { prepMinutes } from '../../../contract/restaurant/ordering.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { deliveryOfDraft, type DraftDelivery } from './delivery-fee.ts';
import type { MenuDish } from './dishes-of.ts';
import { createBody, editBody, linesWithMore, typeOf, type Draft, type DraftLine, type Place } from './draft.ts';
import { asRead } from './mutations.ts';

interface Till {
  restaurant: Restaurant;
  menu: ReadonlyMap<string, MenuDish>;
  locations: readonly DeliveryLocation[];
  /** Epoch ms. */
  now: number;
}

/** What the restaurant promises and asks for the order that a draft makes: its minutes, and what delivery costs. */
export function placeOf(
  draft: Draft,
  looked: Order | undefined,
  { restaurant, menu, locations, now }: Till,
): { place: Place; delivery: DraftDelivery | null } {
  const minutesOf = (lines: readonly DraftLine[]) =>
    Math.max(0, ...lines.map((line) => menu.get(line.menu_item_id ?? '')?.item.prep_minutes ?? 0));
  const { country_code: country, currency, timezone } = restaurant;
  const usualMinutes = prepMinutes(restaurant, typeOf(draft), new Date(now), minutesOf(draft.lines));
  const later =
    looked &&
    laterMinutes(looked, editBody(draft, looked, { country }) ?? {}, {
      restaurant,
      dishMinutes: minutesOf(linesWithMore(draft, looked)),
      at: new Date(now).toISOString(),
    });
  const place = { country, currency, usualMinutes, laterMinutes: later ?? null };
  const bare = previewOf(draft, looked, place, now);
  const delivery = deliveryOfDraft(draft, looked, bare, { locations, country, timezone, now });
  return { place: { ...place, ...(delivery && { deliveryFee: delivery.fee ?? 0 }) }, delivery };
}

/**
 * The order that the draft makes when it is saved, by the functions that save it here and on the server: the screen shows its sums, so that
 * they are those that are stored.
 */
export function previewOf(
  draft: Draft,
  looked: Order | undefined,
  place: Place,
  now: number,
  discounts: WantedDiscount[] | null = null,
): Order {
  const occurredAt = new Date(now).toISOString();
  if (looked) {
    const body = editBody(draft, looked, place, discounts);
    if (!body) return looked;
    return correctOrder(looked, body, body.lines ? asRead(body.lines) : null, { occurredAt, opId: '' });
  }
  const body = createBody(draft, '', undefined, place, discounts ?? []);
  return newManualOrder(body, asRead(body.lines), {
    id: '',
    opId: '',
    occurredAt,
    now: occurredAt,
    actor: null,
    version: 0,
    orderNo: '',
    currency: place.currency,
    prepMinutes: place.usualMinutes,
    customer: typedCustomer(body),
  });
}
