import { Button } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { PASSKEY_NAME_MAX } from '../../../../contract/limits.ts';
import type { Passkey } from '../../../../contract/settings/passkey-calls.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { TextField } from '../../../ui/TextField.tsx';
import form from '../owner-form.module.css';
import { faultOf } from './fault-of.ts';
import { renamePasskey } from './requests.ts';

interface Props {
  passkey: Passkey;
  onDone: () => void;
  onCancel: () => void;
}

export function RenameForm({ passkey, onDone, onCancel }: Props) {
  const [name, setName] = useState(passkey.name);
  const [fault, setFault] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const why = whyNot('credentials', useIsOnline());
  const whyId = useId();

  async function save() {
    if (isAsking || why !== null) return;
    if (name.trim() === '') return setFault('Enter a name.');
    setIsAsking(true);
    const result = await renamePasskey(passkey.id, name.trim());
    setIsAsking(false);
    if (result.ok) return onDone();
    setFault(faultOf(result));
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
          setFault(null);
        }}
        error={fault}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        takesFocus
      />
      <p id={whyId} className={`g-warn ${form.why}`} aria-live="polite">
        {why}
      </p>
      <div className="g-row g-wrap g-gap-12">
        <Button size="large" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="large"
          type="submit"
          appearance="primary"
          aria-describedby={whyId}
          disabledFocusable={isAsking || why !== null}
        >
          Save the name
        </Button>
      </div>
    </form>
  );
}
