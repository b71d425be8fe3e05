import { useState } from 'react';
import { Field, Input, Select } from '@fluentui/react-components';
import type { Reservation } from '../../../contract/reservations/calls.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { mutate } from '../../data/mutate.ts';
import { setReservationStatus } from './mutations.ts';

const reasons = [
  'We are fully booked at that time.',
  'We are closed at that time.',
  'The party is too large for our tables.',
];
const OWN = 'own';

interface Props {
  reservation: Reservation;
  kind: 'declined' | 'cancelled';
  onClose: () => void;
}

/** Declines a request with a reason that the guest reads, or cancels a reservation. */
export function CloseDialog({ reservation, kind, onClose }: Props) {
  const [chosen, setChosen] = useState(reasons[0]!);
  const [own, setOwn] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const name = reservation.name || 'the walk-in';
  const isMissing = kind === 'declined' && chosen === OWN && own.trim() === '';
  const save = () => {
    setIsChecked(true);
    if (isMissing) return false;
    const reason = chosen === OWN ? own.trim() : chosen;
    mutate(setReservationStatus, {
      path: { id: reservation.id },
      body: { reservation_status: kind, ...(kind === 'declined' && { reason }) },
    });
    return true;
  };
  return (
    <FormDialog
      title={kind === 'declined' ? `Decline ${name}?` : `Cancel the reservation of ${name}?`}
      submitLabel={kind === 'declined' ? 'Decline request' : 'Cancel reservation'}
      keepLabel="Keep it"
      isDestructive
      onDo={save}
      onClose={onClose}
    >
      <p>
        {reservation.email
          ? 'The guest gets an e-mail.'
          : 'Please call the guest: there is no e-mail address to write to.'}
      </p>
      {kind === 'declined' && (
        <Field label="Reason, for the guest">
          <Select value={chosen} onChange={(_event, data) => setChosen(data.value)}>
            {reasons.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
            <option value={OWN}>Something else</option>
          </Select>
        </Field>
      )}
      {kind === 'declined' && chosen === OWN && (
        <Field label="In your words" required validationMessage={isChecked && isMissing ? 'Required' : undefined}>
          <Input value={own} maxLength={200} onChange={(_event, data) => setOwn(data.value)} />
        </Field>
      )}
    </FormDialog>
  );
}
