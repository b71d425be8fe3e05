import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter } from '../../../src/data/db.ts';
import { describeReservationRefusal } from '../../../src/features/reservations/describe.ts';
import type { Account } from '../environment/backend.ts';
import type { Simulation } from '../environment/simulation.ts';
import { findOtherParty, isEnded, reservationEvents } from '../oracle/reservation.ts';
import type { Row } from '../oracle/verdict.ts';

/**
 * R50 at rest: no two parties keep one table at the same time, nothing follows the first final status, and a device says in words why a
 * change was refused. That devices and server have the same rows is R11.
 */
export function checkReservations(sim: Simulation, account: Account): void {
  const rows = account.backend.rowsNow();
  const now = sim.time.now();
  const wrong = (text: string): void => void sim.violations.push(`R50 ${text}`);
  const parties = rows.flatMap(({ table, row }) => (table === 'reservations' ? [row as unknown as Row] : []));
  sim.count('reservations', parties.length);
  for (const [n, party] of parties.entries()) {
    const other = findOtherParty(party, parties.slice(n + 1), new Date(now).toISOString(), { asPlanned: true });
    if (other) wrong(`reservations ${String(party['id'])} and ${String(other['id'])} have the same table`);
    const events = reservationEvents(party);
    const end = events.find(({ to }) => isEnded(to));
    if (end && (end !== events.at(-1) || party['reservation_status'] !== end.to))
      wrong(`reservation ${String(party['id'])} is ${String(party['reservation_status'])} after it was ${end.to}`);
  }
  const restaurant = rows.find(({ table }) => table === 'restaurants')?.row as unknown as Restaurant;
  for (const device of sim.devices) {
    const database = sim.databaseOf(device, account);
    const deadLetters = sim.books.has(database) ? device.disk.raw(database)?.all<DeadLetter>('dead_letters') : [];
    for (const deadLetter of deadLetters ?? []) {
      if (!deadLetter.entry.call.startsWith('reservations.')) continue;
      sim.count('reservations refused');
      if (describeReservationRefusal(deadLetter, restaurant, now).why.trim() === '')
        wrong(`${deadLetter.entry.call} ${deadLetter.key} was refused, and the device does not say why`);
    }
  }
}
