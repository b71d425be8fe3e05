import { useState } from 'react';
import type { Session } from '../../../../contract/auth/calls.ts';
import { RESTAURANT_NAME_MAX } from '../../../../contract/limits.ts';
import { addRestaurant } from '../../../../contract/people/calls.ts';
import { send } from '../../../api/send.ts';
import { useAction } from '../../../api/use-action.ts';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { useSession } from '../../../session/session.ts';
import { TextField } from '../../../ui/form/TextField.tsx';

interface Props {
  onAdded: (session: Session) => void;
  onCancel: () => void;
}

/** Another restaurant of the same owner. Its profile is asked for next, as after signing up. */
export function AddRestaurant({ onAdded, onCancel }: Props) {
  const { deviceName } = useSession();
  const [name, setName] = useState('');
  const action = useAction(addRestaurant);

  async function add() {
    if (name.trim() === '') return action.show('Enter a name.');
    const result = await action.run(() =>
      send(addRestaurant, { body: { name: name.trim(), device_name: deviceName } }),
    );
    if (result?.ok) onAdded(result.data);
  }

  return (
    <ActionForm
      label="Add a restaurant"
      submitLabel="Add the restaurant"
      action={action}
      onSend={add}
      onCancel={onCancel}
    >
      <TextField
        label="Name of the restaurant"
        value={name}
        onChange={(value) => {
          setName(value);
          action.show();
        }}
        maxLength={RESTAURANT_NAME_MAX}
        autoComplete="off"
        takesFocus
      />
    </ActionForm>
  );
}
