import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { currentDb } from '../../../data/current.ts';
import { mutate, type Ticket } from '../../../data/mutate.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import { showFault, showRefused, showToast } from '../../../ui/page/toast.ts';
import { namesOf } from '../describe.ts';
import { editReservation } from '../mutations.ts';
import type { ReservationRow } from '../queries.ts';
import type { PlannedMove } from './plan-move.ts';

type Moves = Extract<PlannedMove, { kind: 'moves' }>['to'];

/** Moves a reservation and offers Undo, or says why it stays where it is. */
export function moveReservation(row: ReservationRow, plan: PlannedMove, restaurant: Restaurant): void {
  const name = row.name || 'Walk-in';
  if (plan.kind === 'stays') return;
  if (plan.kind === 'refused') return showFault(`${name} was not moved`, plan.why);
  const ticket = mutate(editReservation, { path: { id: row.id }, body: plan.to });
  const { starts_at: startsAt, table_ids: tableIds } = plan.to;
  const places = [
    tableIds && (tableIds.length > 0 ? `table ${namesOf(tableIds, restaurant)}` : 'no table'),
    startsAt && timeOf(startsAt, restaurant.timezone),
  ];
  showToast({
    title: `${name} moved to ${places.filter(Boolean).join(', ')}`,
    undo: () =>
      void undoMove(row, plan.to, ticket)
        .then((isUndone) =>
          isUndone
            ? showToast({ title: `${name} is back at ${timeOf(row.starts_at, restaurant.timezone)}` })
            : showRefused(`${name} stays`, 'Too late to undo: it was changed since.'),
        )
        .catch(() => showFault(`${name}: not undone`, 'This device did not keep the change. Try once more.')),
  });
}

/** An unsent move is withdrawn; a sent one is moved back, unless somebody has changed it since. */
export async function undoMove(before: ReservationRow, to: Moves, ticket: Ticket): Promise<boolean> {
  await ticket.durable;
  const { withdraw } = await import('../../../sync/recovery/unsent-changes.ts');
  if (await withdraw(ticket.key)) return true;
  const now = await currentDb().reservations.get(before.id);
  if (!now || now.reservation_status !== before.reservation_status) return false;
  const isAsMoved =
    now.starts_at === (to.starts_at ?? before.starts_at) &&
    now.table_ids.join() === (to.table_ids ?? before.table_ids).join();
  if (!isAsMoved) return false;
  mutate(editReservation, {
    path: { id: before.id },
    body: {
      ...(to.starts_at !== undefined && { starts_at: before.starts_at }),
      ...(to.table_ids !== undefined && { table_ids: before.table_ids }),
    },
  });
  return true;
}
