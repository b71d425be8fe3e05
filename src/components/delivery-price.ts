import type { DeliveryPrice } from '../../contract/delivery/choose-location.ts';
import { money } from '../lib/money.ts';

/** What an address costs, or why it is not delivered to. */
export function deliveryPriceLabel(price: DeliveryPrice, currency: string): string {
  switch (price.kind) {
    case 'unlimited':
      return 'No delivery areas yet, so no fee is added.';
    case 'priced':
      return `${price.location.name}: ${price.fee_amount === 0 ? 'free delivery' : `fee ${money(price.fee_amount, currency)}`}.`;
    case 'below_minimum':
      return `${price.location.name}: ${money(price.missing_amount, currency)} below the minimum of ${money(price.min_order_amount, currency)}.`;
    case 'unavailable':
      return price.needsPoint
        ? 'No location by its postcode or city. Areas on the map need the point of the address.'
        : 'Not delivered there now.';
  }
}
