import { phoneText } from '../auth/phone.ts';
import { toCsv, type CsvColumn } from '../csv.ts';
import { timeColumns, type RestaurantClock } from '../restaurant/time-columns.ts';
import { consentMedia, type Customer } from './calls.ts';
import { segmentOf } from './segment.ts';

/** Customers as CSV: an import reads the same columns again, so an export can be mended and brought back. `now`: epoch ms. */
export const customerCsv = (
  customers: readonly Customer[],
  { exponent, now, clock }: { exponent: number; now: number; clock: RestaurantClock },
): string => {
  const address = ({ addresses }: Customer) => addresses.find((one) => one.is_default) ?? addresses[0];
  const columns: CsvColumn<Customer>[] = [
    ['name', (customer) => customer.name],
    ['phone', (customer) => phoneText(customer)],
    ['email', (customer) => customer.email ?? ''],
    ['address', (customer) => [address(customer)?.line_1, address(customer)?.line_2].filter(Boolean).join(', ')],
    ['postal_code', (customer) => address(customer)?.postal_code ?? ''],
    ['city', (customer) => address(customer)?.city ?? ''],
    ['birthday', (customer) => customer.birthday ?? ''],
    ['tags', (customer) => customer.tags.join(', ')],
    ['note', (customer) => customer.note],
    ['marketing_consent', consentCell],
    ['allergies', (customer) => customer.allergens.join(', ')],
    ['status', (customer) => customer.customer_status],
    ['segment', (customer) => segmentOf(customer, now)],
    ['orders', (customer) => String(customer.orders_count)],
    ['spent', (customer) => (customer.total_spent_amount / 10 ** exponent).toFixed(exponent)],
    ['currency', (customer) => customer.currency],
    ...timeColumns<Customer>('first_order', (customer) => customer.first_order_at, clock),
    ...timeColumns<Customer>('last_order', (customer) => customer.last_order_at, clock),
  ];
  return toCsv(columns, customers);
};

/** The media that are allowed, "no" after a withdrawal of all, empty if nobody was asked. */
function consentCell({ marketing_consent: consent }: Customer): string {
  const granted = consentMedia.filter((medium) => consent[medium]?.granted);
  if (granted.length > 0) return granted.join(', ');
  return Object.keys(consent).length > 0 ? 'no' : '';
}
