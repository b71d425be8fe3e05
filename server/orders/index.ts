import { area } from '../area.ts';
import { allergiesLearned } from '../customers/events.ts';
import { warnOpenOrders } from './allergens.ts';
import { customerWithOrders } from './customer-with-orders.ts';
import { importRetention } from '../import/importer.ts';
import { importJobs } from '../import/run-import.ts';
import { orderImporter } from './import/importer.ts';
import { orderImportRoutes } from './import/routes.ts';
import { routes } from './routes.ts';
import { tick } from './tick.ts';
import { SECOND } from '../jobs/periodic.ts';

export const orders = area({
  name: 'orders',
  handlers: (services) => [...routes, customerWithOrders, ...orderImportRoutes(services)],
  jobs: importJobs(orderImporter),
  // An order is rejected at most this much after its deadline.
  periodic: (services) => [{ name: 'tick', everyMs: 5 * SECOND, run: (now) => tick(services, now) }],
  retention: importRetention(orderImporter),
  on: [allergiesLearned.on(warnOpenOrders)],
  tables: {
    orders: { key: 'id', leftOut: ['public_token_hash'], isImported: true },
    order_ratings: { key: 'order_id', isImported: true },
    order_imports: { notExported: 'files that were imported before; the orders are in the export' },
    order_texts: { notExported: 'derived from orders' },
    order_figures: { notExported: 'derived from orders' },
    hour_figures: { notExported: 'derived from orders' },
    month_figures: { notExported: 'derived from orders' },
    item_figures: { notExported: 'derived from orders' },
  },
});
