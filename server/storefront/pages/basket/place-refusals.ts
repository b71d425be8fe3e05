import type { ErrorBody } from '../../../../contract/errors.ts';
import type { Website } from '../website.ts';
import { money, timeOf, whenOf } from '../../../platform/format.ts';

const fields: Record<string, [field: string, message: string]> = {
  'customer.name': ['name', 'Enter your name'],
  'customer.phone': ['phone', 'Enter a valid telephone number'],
  'customer.email': ['email', 'Enter a valid e-mail address'],
  table_name: ['table_name', 'Say at which table you sit'],
  guests_count: ['guests_count', 'Enter how many people, from 1 to 5000'],
  scheduled_for: ['scheduled_for', 'Choose another time'],
  customer_note: ['customer_note', 'Shorten the note'],
  'delivery_address.line_1': ['line_1', 'Enter street and number'],
  'delivery_address.city': ['city', 'Enter the town'],
  'delivery_address.postal_code': ['postal_code', 'Enter the postcode'],
  delivery_address: ['line_1', 'Enter where it is to be delivered'],
};

/** Why an order was not taken, in words: above the form, and beside its fields. */
export function faultLabel(
  { restaurant, now, delivery }: Website,
  error: ErrorBody,
): { problems: string[]; wrong: Record<string, string> } {
  const current = (error.current ?? {}) as {
    total_amount?: number;
    opens_at?: string | null;
    closes_at?: string;
    items?: { name: string | null }[];
    delivery_fee_amount?: number;
    discount_amount?: number;
    min_order_amount?: number;
    missing_amount?: number;
    next_at?: string | null;
  };
  const back = current.opens_at ? ` Orders open ${whenOf(current.opens_at, restaurant.timezone, now)}.` : '';
  const wrong = Object.fromEntries(
    Object.keys(error.field_errors ?? {}).flatMap((name) => (fields[name] ? [fields[name]] : [])),
  );
  const problems = ((): string[] => {
    switch (error.code) {
      case 'price_changed':
        return [priceLabel(current, restaurant.currency)];
      case 'delivery_unavailable':
        return [
          `We do not deliver to this address at that time. Check the ${delivery.needsPostcode ? 'postcode' : 'area'}, or choose another kind of order.`,
        ];
      case 'below_minimum':
        return [
          `We deliver there from ${money(current.min_order_amount ?? 0, restaurant.currency)}. Add dishes for ${money(current.missing_amount ?? 0, restaurant.currency)}, or pick it up.`,
        ];
      case 'slot_full':
        return [
          current.next_at
            ? `The kitchen is full at that time. The next free time is ${whenOf(current.next_at, restaurant.timezone, now)}.`
            : 'The kitchen is full at that time. Choose another time.',
        ];
      case 'promotion_exhausted':
        return ['This promotion code has been used up. Remove it, and place the order without it.'];
      case 'promotion_not_applicable':
        return ['This promotion code does not apply to your order. Check it, or remove it.'];
      case 'items_unavailable':
        return [
          `Not available any more, or not at that time: ${(current.items ?? []).map(({ name }) => name ?? 'a dish').join(', ')}. Nothing has been ordered.`,
        ];
      case 'restaurant_closed':
        if (current.closes_at)
          return [
            `We close at ${timeOf(current.closes_at, restaurant.timezone)}, before your order would be ready. Choose another time.`,
          ];
        return [`We are closed now. Choose a time, and your order will be there.${back}`];
      case 'ordering_paused':
        return [`We are not taking orders at the moment.${back}`];
      case 'order_type_unavailable':
        return ['This kind of order is not available any more. Choose another one.'];
      case 'customer_blocked':
        return ['We cannot take this order online. Please call us.'];
      case 'invalid_fields':
        return Object.keys(wrong).length > 0
          ? ['Nothing has been ordered yet. Look at the marked fields.']
          : ['Something in the basket cannot be ordered any more. Remove it, and choose it again.'];
      case 'too_many':
        return ['There are very many orders from this network. Try again in a few minutes, or call us.'];
      default:
        return ['We do not know whether your order arrived. Send it again: it will not be placed twice.'];
    }
  })();
  return { problems, wrong };
}

interface Priced {
  total_amount?: number;
  delivery_fee_amount?: number;
  discount_amount?: number;
}

function priceLabel(
  { total_amount = 0, delivery_fee_amount = 0, discount_amount = 0 }: Priced,
  currency: string,
): string {
  const parts = [delivery_fee_amount > 0 && 'delivery', discount_amount > 0 && 'your discount'].filter(Boolean);
  const what =
    parts.length > 0 ? `With ${parts.join(' and ')} the total is` : 'The prices have changed. The total is now';
  return `${what} ${money(total_amount, currency)}. Check your order, and place it if you agree.`;
}
