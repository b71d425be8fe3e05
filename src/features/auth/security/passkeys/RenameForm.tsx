import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { PASSKEY_NAME_MAX } from '../../../../../contract/limits.ts';
import { rename, type Passkey } from '../../../../../contract/settings/passkey-calls.ts';
import { useAction } from '../../../../api/use-action.ts';
import { TextField } from '../../../../ui/form/TextField.tsx';
import form from '../../../../components/settings/action-form.module.css';
import { whyFailed } from './why-failed.ts';
import { renamePasskey } from './requests.ts';

interface Props {
  passkey: Passkey;
  onDone: () => void;
  onCancel: () => void;
}

export function RenameForm({ passkey, onDone, onCancel }: Props) {
  const [name, setName] = useState(passkey.name);
  const { run, isBlocked, why, fault, stateId, show } = useAction(rename, whyFailed);

  async function save() {
    if (name.trim() === '') return show('Enter a name.');
    const result = await run(() => renamePasskey(passkey.id, name.trim()));
    if (result?.ok) onDone();
  }

  return (
    <form
      className="g-stack g-full g-gap-12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label="Name of the passkey"
        value={name}
        onChange={(value) => {
          setName(value);
          show();
        }}
        error={fault || null}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        takesFocus
      />
      <p id={stateId} className={`g-warn ${form.why}`} aria-live="polite">
        {why}
      </p>
      <div className="g-row g-wrap g-gap-12">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" appearance="primary" aria-describedby={stateId} disabledFocusable={isBlocked}>
          Save the name
        </Button>
      </div>
    </form>
  );
}
