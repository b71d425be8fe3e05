import { area } from '../area.ts';
import { customerErased, customerMerged } from '../customers/events.ts';
import { reservationCalendarJobs } from './calendar-jobs.ts';
import { followReservations } from './follow-clock.ts';
import { forgetGuest } from './forget-guest.ts';
import { routes } from './routes.ts';
import { countNoShows } from './store.ts';
import { SECOND } from '../jobs/periodic.ts';

export const reservations = area({
  name: 'reservations',
  handlers: routes,
  jobs: reservationCalendarJobs,
  periodic: (services) => [
    { name: 'reservations', everyMs: 30 * SECOND, run: (now) => followReservations(services, now) },
  ],
  on: [customerErased.on(forgetGuest), customerMerged.on(countNoShows)],
  tables: {
    reservations: { key: 'id', leftOut: ['public_token_hash', 'calendar_event_id'], isImported: true },
  },
});
