import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Reservation } from '../../../contract/reservations/calls.ts';
import { mutate } from '../../data/mutate.ts';
import { setReservationStatus } from './mutations.ts';
import type { OnStep } from './StepButtons.tsx';

const CloseDialog = lazy(() => import('./CloseDialog.tsx').then((m) => ({ default: m.CloseDialog })));

/** Takes steps; declining and cancelling ask first. `floating`: the question. */
export function useSteps(): { onStep: OnStep; floating: ReactNode } {
  const [asked, setAsked] = useState<{ reservation: Reservation; kind: 'declined' | 'cancelled' } | null>(null);
  const onStep: OnStep = (reservation, { reservation_status }) => {
    if (reservation_status === 'declined' || reservation_status === 'cancelled')
      return setAsked({ reservation, kind: reservation_status });
    mutate(setReservationStatus, { path: { id: reservation.id }, body: { reservation_status } });
  };
  return {
    onStep,
    floating: asked && (
      <Suspense>
        <CloseDialog {...asked} onClose={() => setAsked(null)} />
      </Suspense>
    ),
  };
}
