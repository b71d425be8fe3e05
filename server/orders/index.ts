import { area } from '../area.ts';
import { allergiesLearned } from '../customers/events.ts';
import { warnOpenOrders } from './allergens.ts';
import { customerWithOrders } from './customer-with-orders.ts';
import { orderImportJobs, sweepOrderImports } from './import/jobs.ts';
import { orderImportRoutes } from './import/routes.ts';
import { routes } from './routes.ts';
import { tick } from './tick.ts';
import { SECOND } from '../jobs/periodic.ts';

export const orders = area({
  name: 'orders',
  handlers: (services) => [...routes, customerWithOrders, ...orderImportRoutes(services)],
  jobs: orderImportJobs,
  // An order is rejected at most this much after its deadline.
  periodic: (services) => [{ name: 'tick', everyMs: 5 * SECOND, run: (now) => tick(services, now) }],
  sweep: sweepOrderImports,
  on: [allergiesLearned.on(warnOpenOrders)],
});
