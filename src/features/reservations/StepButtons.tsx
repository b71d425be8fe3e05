import { Button } from '@fluentui/react-components';
import type { Reservation } from '../../../contract/reservations/calls.ts';
import { nextReservationSteps, type ReservationStep } from '../../../contract/reservations/status.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import css from './reservations.module.css';

export type OnStep = (reservation: Reservation, step: ReservationStep) => void;

interface Props {
  reservation: Reservation;
  restaurant: Restaurant;
  now: number;
  onStep: OnStep;
  /** How many of the possible steps are shown. */
  most: number;
  /** Among others: only a request, which waits for an answer, stands out. */
  isInList?: boolean;
}

/** The next steps of a reservation, the usual one first. In a list the name adds the guest. */
export function StepButtons({ reservation, restaurant, now, onStep, most, isInList = false }: Props) {
  const offered = nextReservationSteps(reservation, restaurant, now);
  // A request asks one question, whose answers belong together.
  const answers = offered.filter(({ reservation_status: to }) => to === 'confirmed' || to === 'declined');
  const steps = answers.length === 2 ? answers : offered.slice(0, most);
  if (steps.length === 0) return null;
  const standsOut = !isInList || reservation.reservation_status === 'requested';
  return (
    <span className="g-row g-wrap g-gap-8 g-relative">
      {steps.map((step, at) => (
        <Button
          key={step.label}
          className={css.step ?? ''}
          appearance={at === 0 && standsOut ? 'primary' : 'secondary'}

          aria-label={`${step.label} ${reservation.name || 'walk-in'}`}
          onClick={() => onStep(reservation, step)}
        >
          {step.label}
        </Button>
      ))}
    </span>
  );
}
