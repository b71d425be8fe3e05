import type { Reservation } from '../../../contract/reservations/calls.ts';
import { statusLabelOf } from './labels.ts';

const tones: Record<string, string> = {
  held: 'g-tone-warn',
  requested: 'g-tone-warn',
  confirmed: 'g-tone-info',
  seated: 'g-tone-ok',
  no_show: 'g-tone-bad',
};

/** A reservation's status: the word, with a colour. */
export function StateBadge({ of }: { of: Pick<Reservation, 'reservation_status' | 'waitlisted_at'> }) {
  return (
    <span className={`g-badge g-pad-x-8 ${tones[of.reservation_status] ?? 'g-surface-3 g-soft'}`}>
      {statusLabelOf(of)}
    </span>
  );
}
