import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { BasketLine, placeOrder } from '../../../../contract/storefront/calls.ts';
import { Id, text } from '../../../../contract/fields.ts';
import { newId } from '../../../platform/ids.ts';

const Type = placeOrder.options.body.shape.order_type;
export type BasketType = z.infer<typeof Type>;
export type WantedLine = z.infer<typeof BasketLine>;

/**
 * What a customer is about to order, kept in a cookie of theirs: nothing is stored here before they order, and no price is taken from it.
 * `key` is the idempotency key of the order that will be placed, so that one basket becomes one order.
 */
const Basket = z.strictObject({
  key: Id,
  type: z.optional(Type),
  table: z.optional(text(40)),
  lines: z.array(BasketLine).check(z.maxLength(100)),
});
export type Basket = z.infer<typeof Basket>;

export const BASKET_COOKIE = 'basket';
/** Browsers keep cookies of up to 4096 bytes with name and attributes. */
const COOKIE_BYTES = 3700;
const JSON_BYTES = 64 * 1024;

export const emptyBasket = (now: Date): Basket => ({ key: newId(now), lines: [] });

export function readBasket(cookie: string | undefined, now: Date): Basket {
  if (!cookie || cookie.length > COOKIE_BYTES) return emptyBasket(now);
  try {
    const json = inflateRawSync(Buffer.from(cookie, 'base64url'), { maxOutputLength: JSON_BYTES });
    return z.safeParse(Basket, JSON.parse(json.toString('utf8'))).data ?? emptyBasket(now);
  } catch {
    return emptyBasket(now); // Not a basket of ours.
  }
}

/** Null: it holds more than a cookie can. */
export function writeBasket(basket: Basket): string | null {
  const value = deflateRawSync(JSON.stringify(basket), { level: 9 }).toString('base64url');
  return value.length > COOKIE_BYTES ? null : value;
}

/** The same dish with the same choices and words counts once more. */
export function addLine({ lines, ...basket }: Basket, added: WantedLine): Basket {
  const same = ({ quantity: _, ...line }: WantedLine) => JSON.stringify(line);
  const at = lines.findIndex((line) => same(line) === same(added));
  if (at < 0) return { ...basket, lines: [...lines, added] };
  const quantity = Math.min(99, lines[at]!.quantity + added.quantity);
  return { ...basket, lines: lines.with(at, { ...lines[at]!, quantity }) };
}

/** Sets how many of a line are wanted; none removes it. */
export const setQuantity = ({ lines, ...basket }: Basket, at: number, quantity: number): Basket => ({
  ...basket,
  lines: lines.flatMap((line, i) => (i !== at ? [line] : quantity < 1 ? [] : [{ ...line, quantity }])),
});

export const countOf = ({ lines }: Basket): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
