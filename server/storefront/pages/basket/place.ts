import type { PricedSums } from '../../../../contract/orders/sums.ts';
import { drizzle } from 'drizzle-orm/node-postgres';
import { faultLabel } from './place-refusals.ts';
import { takeOrder } from '../../place-order.ts';
import { tokenOfKey } from '../../order-of-token.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { CallResult } from '../../../pipeline/result.ts';
import type { Services } from '../../../pipeline/services.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { Basket, BasketType } from './basket.ts';
import { callStorefront } from '../forms.ts';
import type { Website } from '../website.ts';

export type Placed =
  | { kind: 'placed'; token: string }
  /** The basket had become an order before, with other details. */
  | { kind: 'again'; token: string }
  | {
      kind: 'refused';
      problems: string[];
      wrong: Record<string, string>;
      status: number;
      basket: Basket;
      /** What the order comes to with delivery and promotions, as the server priced it. */
      quoted: PricedSums | null;
    };

/**
 * Places what the basket holds, once: the key belongs to the basket, so whatever is sent again finds the first order. A refusal is stored
 * under the key, too; then the basket gets a new one.
 */
export async function placeBasket(
  services: Services,
  website: Website,
  { form, type }: { form: URLSearchParams; type: BasketType },
): Promise<Placed> {
  const { basket } = website;
  const sent = form.get('key') ?? '';
  const key = isId(sent) ? sent.toLowerCase() : basket.key;
  const body = orderOf(website, form, type);
  const again = async (of: string) =>
    withTransaction(services.pools.app, website.restaurantId, 'read', (client) =>
      tokenOfKey(drizzle(client), {
        call: takeOrder.call,
        restaurantId: website.restaurantId,
        key: of,
        env: services.env,
      }),
    );
  // The answer was lost, and the basket is still there or has changed since.
  const known = await again(key);
  if (known !== null) {
    const repeated = await send(services, website, key, body);
    return { kind: repeated.isReplay && !repeated.error ? 'placed' : 'again', token: known };
  }
  let result = await send(services, website, key, body);
  // A refusal of the same basket with other details.
  if (result.error?.code === 'key_reused') result = await send(services, website, newId(website.now), body);
  if (!result.error) return { kind: 'placed', token: (result.data as { token: string }).token };
  // Whether something was stored is not known after a fault, so the key stays.
  const isUnknown = result.status >= 500 || result.status === 429;
  return {
    kind: 'refused',
    ...faultLabel(website, result.error),
    status: result.status,
    quoted: result.error.code === 'price_changed' ? (result.error.current as PricedSums) : null,
    basket: isUnknown ? basket : { ...basket, key: newId(website.now) },
  };
}

const send = (services: Services, website: Website, key: string, body: object): Promise<CallResult> =>
  callStorefront(services, website, takeOrder, { body, key });

/** The order as the storefront API takes it. What does not belong to the order type is left out. */
function orderOf({ basket, restaurant }: Website, form: URLSearchParams, type: BasketType): object {
  const typed = (name: string) => form.get(name)?.trim() ?? '';
  const optional = (name: string) => (typed(name) === '' ? {} : { [name]: typed(name) });
  const expected = Number(form.get('expected') ?? Number.NaN);
  return {
    order_type: type,
    lines: basket.lines,
    customer: { name: typed('name'), phone: typed('phone'), ...optional('email') },
    ...(type === 'delivery' && {
      delivery_address: {
        line_1: typed('line_1'),
        line_2: typed('line_2') || null,
        city: typed('city'),
        postal_code: typed('postal_code'),
        country_code: restaurant.country_code ?? 'GB',
        instructions: typed('instructions') || null,
        ...optional('area'),
      },
    }),
    ...(type === 'dine_in' && { table_name: typed('table_name') }),
    ...(type === 'catering' && { guests_count: Number(typed('guests_count')) }),
    ...(typed('when') === '' ? {} : { scheduled_for: typed('when') }),
    ...optional('customer_note'),
    ...(typed('promotion_code') !== '' && { promotion_codes: [typed('promotion_code')] }),
    ...(form.has('allergens') && { allergens: form.getAll('allergens') }),
    ...(Number.isSafeInteger(expected) && { expected_total_amount: expected }),
  };
}
