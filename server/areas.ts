import { files } from './files/index.ts';
import { notifications } from './notifications/index.ts';
import { restaurants } from './restaurants/index.ts';
import { auth } from './auth/index.ts';
import { kitchenMode } from './kitchen-mode/index.ts';
import { people } from './people/index.ts';
import { telemetry } from './telemetry/index.ts';
import { customers } from './customers/index.ts';
import { menu } from './menu/index.ts';
import { promotions } from './promotions/index.ts';
import { inventory } from './inventory/index.ts';
import { delivery } from './delivery/index.ts';
import { orders } from './orders/index.ts';
import { payments } from './payments/index.ts';
import { subscriptions } from './subscriptions/index.ts';
import { withdrawals } from './withdrawals/index.ts';
import { chats } from './chats/index.ts';
import { channels } from './channels/index.ts';
import { reservations } from './reservations/index.ts';
import { guests } from './guests/index.ts';
import { website } from './website/index.ts';
import { contact } from './contact/index.ts';
import { deliveryPartners } from './delivery-partners/index.ts';
import { storefront } from './storefront/index.ts';
import { chatbot } from './chatbot/index.ts';
import { settings } from './settings/index.ts';
import { sync } from './sync/index.ts';
import { dashboard } from './dashboard/index.ts';
import { backup } from './backup/index.ts';
import { account } from './account/index.ts';
import { system } from './system/index.ts';
import type { Area, DeleteOldServices, JobServices, PeriodicServices } from './area.ts';
import { restaurantTables } from './db/restaurant-tables.ts';
import { sealedColumns } from './db/rotate-secrets.ts';
import { deleteOldRows } from './jobs/delete-old.ts';
import type { JobRun } from './jobs/jobs.ts';
import { HOUR, MINUTE, type PeriodicTask } from './jobs/periodic.ts';
import { connect } from './platform/event.ts';
import { describeFault } from './platform/log.ts';

/** Every area, in the order of their floors: one imports only those before it (tests/arch/floors.test.ts). */
export const areas: readonly Area[] = [
  files,
  notifications,
  restaurants,
  auth,
  kitchenMode,
  people,
  telemetry,
  customers,
  menu,
  promotions,
  inventory,
  delivery,
  orders,
  payments,
  subscriptions,
  withdrawals,
  chats,
  channels,
  reservations,
  guests,
  website,
  contact,
  deliveryPartners,
  storefront,
  chatbot,
  settings,
  sync,
  dashboard,
  backup,
  account,
  system,
];

connect(
  areas.flatMap(({ on = [], sealed = [], tables = {} }) => [
    ...on,
    ...sealed.map((column) => sealedColumns.add(column)),
    ...Object.entries(tables).map((table) => restaurantTables.add(table)),
  ]),
);

/** The queued work of all areas, by name. */
export const queuedJobs = (services: JobServices): Record<string, JobRun> =>
  Object.assign({}, ...areas.map(({ jobs }) => jobs?.(services)));

/** The work of all areas that comes round by the clock. */
export const periodicTasks = (services: PeriodicServices): PeriodicTask[] => [
  ...areas.flatMap(({ periodic }) => periodic?.(services) ?? []),
  { name: 'delete_old', everyMs: HOUR, firstAfterMs: MINUTE, run: (now) => deleteOld(services, now) },
];

/** Deletes what all areas kept for a time. A fault is logged and left to the next round; the others go on. */
export async function deleteOld(services: DeleteOldServices, now: Date): Promise<void> {
  const deleted: Record<string, number> = {};
  const keep = async (what: string, run: () => Promise<number>) => {
    try {
      const count = await run();
      if (count > 0) deleted[what] = (deleted[what] ?? 0) + count;
    } catch (fault) {
      services.log.warn('delete_old_failed', { what, ...describeFault(fault) });
    }
  };
  for (const { name, retention = [], deleteOld: more } of areas) {
    for (const one of retention) await keep(one.table, () => deleteOldRows(services.pools.owner, one, now));
    if (more) await keep(name, () => more(services, now));
  }
  services.log.info('deleted_old', deleted);
}
