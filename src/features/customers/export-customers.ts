import { customerCsv } from '../../../contract/customers/customer-csv.ts';
import type { RestaurantClock } from '../../../contract/restaurant/time-columns.ts';
import { exponentOf } from '../../lib/money.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { serverNow } from '../../lib/server-now.ts';
import { showToast } from '../../ui/page/toast.ts';
import type { CustomerRow } from './queries.ts';

/** Saves customers as a file. It is made on this device, so it works offline. */
export function exportCustomers(rows: readonly CustomerRow[], clock: RestaurantClock): void {
  const exponent = rows[0] ? exponentOf(rows[0].currency) : 2;
  saveCsv('galley-customers.csv', customerCsv(rows, { exponent, now: serverNow(), clock }));
  showToast({ title: `${rows.length} ${rows.length === 1 ? 'customer' : 'customers'} exported` });
}
