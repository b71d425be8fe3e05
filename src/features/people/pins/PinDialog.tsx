import * as people from '../../../../contract/people/calls.ts';
import type { Person } from '../../../../contract/people/calls.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { showToast } from '../../../ui/page/toast.ts';
import { nameOf } from '../labels.ts';
import { setPin } from '../requests.ts';
import { PinField } from './PinField.tsx';
import { usePinForm } from './use-pin-form.ts';

interface Props {
  person: Person;
  onDone: () => void;
  onClose: () => void;
}

/** Gives a person a PIN, or another one. */
export function PinDialog({ person, onDone, onClose }: Props) {
  const { save, action, field } = usePinForm(people.setPin, (pin) => setPin(person.id, pin));
  const { is_you: isYou, has_pin: hasPin } = person;
  const name = nameOf(person);

  async function saveAndClose() {
    if (!(await save())) return;
    showToast({
      title: `PIN of ${name} ${hasPin ? 'changed' : 'set'}`,
      ...(person.status !== 'suspended' && {
        detail: `${isYou ? 'You' : 'They'} can use a shared tablet with this PIN.`,
      }),
    });
    onDone();
  }

  return (
    <FormDialog
      title={hasPin ? `Change the PIN of ${name}` : `Set a PIN for ${name}`}
      submitLabel={hasPin ? 'Change the PIN' : 'Set the PIN'}
      isDisabled={action.isBlocked}
      onDo={() => {
        void saveAndClose();
        return false;
      }}
      onClose={onClose}
    >
      {hasPin && <p>What was done by the former PIN and is not sent yet will be refused.</p>}
      <PinField {...field} isOfOther={!isYou} />
      <p id={action.stateId} className={action.why ? 'g-warn' : 'g-bad'} aria-live="polite">
        {action.why ?? action.fault}
      </p>
    </FormDialog>
  );
}
