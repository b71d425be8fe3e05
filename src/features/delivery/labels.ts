import type { DeliveryLocation } from '../../../contract/delivery/rows.ts';
import { money } from '../../lib/money.ts';

export const typeLabels: Record<DeliveryLocation['location_type'], string> = {
  postcodes: 'Postcodes',
  radius: 'Distance from a point',
  polygon: 'Area drawn on a map',
  named_area: 'Name of a district or town',
};

/** "SE1, SW11", "Within 3 km", "Area with 5 corners". */
export function areaLabel({ location_type: type, postcodes, radius_m, polygon }: DeliveryLocation): string {
  if (type === 'postcodes')
    return postcodes.slice(0, 6).join(', ') + (postcodes.length > 6 ? ` and ${postcodes.length - 6} more` : '');
  if (type === 'radius') return `Within ${(radius_m ?? 0) / 1000} km`;
  return type === 'polygon' ? `Area with ${(polygon?.coordinates[0]?.length ?? 1) - 1} corners` : 'By its name';
}

/** "£2.50, minimum £12.00, free from £50.00, 25–40 min". */
export function termsLabel(location: DeliveryLocation, currency: string): string {
  const {
    fee_amount,
    fee_tiers,
    min_order_amount,
    free_over_amount,
    eta_min_minutes: from,
    eta_max_minutes: to,
  } = location;
  const minutes = from !== null && to !== null ? `${from}–${to} min` : to !== null ? `up to ${to} min` : null;
  return [
    fee_amount === 0 ? 'Free' : money(fee_amount, currency),
    ...fee_tiers.map((tier) => `${money(tier.fee_amount, currency)} from ${money(tier.min_order_amount, currency)}`),
    ...(min_order_amount > 0 ? [`minimum ${money(min_order_amount, currency)}`] : []),
    ...(free_over_amount === null ? [] : [`free from ${money(free_over_amount, currency)}`]),
    ...(minutes ? [minutes] : []),
  ].join(', ');
}
