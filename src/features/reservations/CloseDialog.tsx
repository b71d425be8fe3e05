import { Field, Input, Select } from '@fluentui/react-components';
import type { Reservation } from '../../../contract/reservations/calls.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { mutate } from '../../data/mutate.ts';
import { useDraftForm } from '../../ui/form/use-draft-form.ts';
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
  const form = useDraftForm({ chosen: reasons[0]!, own: '' }, ({ chosen, own }) => {
    const reason = chosen === OWN ? own.trim() : chosen;
    if (kind === 'declined' && reason === '') return { wrong: 'own' };
    return { values: { reservation_status: kind, ...(kind === 'declined' && { reason }) } };
  });
  const { chosen, own } = form.draft;
  const name = reservation.name || 'the walk-in';
  const save = () => {
    const body = form.check();
    if (!body) return false;
    mutate(setReservationStatus, { path: { id: reservation.id }, body });
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
          <Select value={chosen} onChange={(_event, data) => form.set({ chosen: data.value })}>
            {reasons.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
            <option value={OWN}>Something else</option>
          </Select>
        </Field>
      )}
      {kind === 'declined' && chosen === OWN && (
        <Field label="In your words" required validationMessage={form.wrong ? 'Required' : undefined}>
          <Input value={own} maxLength={200} onChange={(_event, data) => form.set({ own: data.value })} />
        </Field>
      )}
    </FormDialog>
  );
}
