import { useId } from 'react';
import { Button } from '@fluentui/react-components';
import type { SignedInDevice } from '../../../../contract/settings/session-calls.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { untilLabel } from '../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import form from '../owner-form.module.css';
import { nameOf } from './name-of.ts';
import css from './sessions.module.css';

interface Props {
  devices: SignedInDevice[];
  isAsking: boolean;
  onSignOut: (device: SignedInDevice) => void;
  onSignOutOthers: () => void;
}

/** The devices that are signed in, and once for all of them why none can be signed out now. */
export function DeviceList({ devices, isAsking, onSignOut, onSignOutOthers }: Props) {
  const why = whyNot('signing_out', useIsOnline());
  const whyId = useId();
  const isStill = isAsking || why !== null;
  return (
    <>
      <ul className={css.list}>
        {devices.map((device) => (
          <li key={device.id} className={css.device}>
            <div className={css.facts}>
              <span className={css.name}>
                <bdi>{nameOf(device)}</bdi>
              </span>
              <LastUsed device={device} />
            </div>
            {!device.is_current && (
              <Button
                size="large"
                aria-label={`Sign out ${nameOf(device)}`}
                aria-describedby={whyId}
                disabledFocusable={isStill}
                onClick={() => onSignOut(device)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p id={whyId} className={form.why} aria-live="polite">
        {why}
      </p>
      {devices.length > 1 && (
        <Button
          size="large"
          className={css.others}
          aria-describedby={whyId}
          disabledFocusable={isStill}
          onClick={onSignOutOthers}
        >
          Sign out all other devices
        </Button>
      )}
    </>
  );
}

function LastUsed({ device }: { device: SignedInDevice }) {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const now = useMinute();
  const used = device.is_current ? 'This device' : `Last used ${untilLabel(device.last_seen_at, timezone, now)}`;
  return (
    <span className={css.used}>
      {used}
      {device.is_kitchen_mode && ' · Kitchen mode'}
    </span>
  );
}
