import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Tag24Regular } from '@fluentui/react-icons';
import { DEVICE_NAME_MAX } from '../../../contract/limits.ts';
import { session, useSession } from '../../session/session.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { showToast } from '../../ui/page/toast.ts';
import { readDeviceName } from './read-device-name.ts';
import { tellName } from '../../session/tell-name.ts';
import css from '../../components/settings/settings.module.css';

/** The name under which other devices see this one's changes: in timelines and conflicts. */
export function DeviceNameCard() {
  const { deviceName } = useSession();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    const read = readDeviceName(typed ?? deviceName);
    if ('error' in read) return setError(read.error);
    session.deviceName = read.name;
    tellName();
    setTyped(null);
    setError(null);
    showToast({ title: `This device is now called ${read.name}` });
  };
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="name-card">
      <div className="g-row g-gap-12">
        <Tag24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="name-card">
          Name
        </h3>
      </div>
      <p>Shown next to changes made on this device, such as “Ready at 19:41, Kitchen tablet”.</p>
      <form
        noValidate
        className="g-grid g-gap-12 g-max-480"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Name of this device"
          value={typed ?? deviceName}
          onChange={(value) => {
            setTyped(value);
            setError(null);
          }}
          error={error}
          maxLength={DEVICE_NAME_MAX}
          autoComplete="off"
          required
        />
        <Button type="submit" className={css.open} disabled={typed === null || typed.trim() === deviceName}>
          Save name
        </Button>
      </form>
    </section>
  );
}
