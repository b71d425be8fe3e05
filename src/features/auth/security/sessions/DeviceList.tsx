import { useId } from 'react';
import { Button } from '@fluentui/react-components';
import type { SignedInDevice } from '../../../../../contract/settings/session-calls.ts';
import { whyNot } from '../../../../api/online-reasons.ts';
import { untilLabel } from '../../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../../session/use-restaurant.ts';
import { useIsOnline } from '../../../../sync/runtime/client.ts';
import { useMinute } from '../../../../ui/use-minute.ts';
import form from '../../../../components/settings/action-form.module.css';
import { nameOf } from './name-of.ts';
import css from './sessions.module.css';

interface Props {
  devices: SignedInDevice[];
  isAsking: boolean;
  onSignOut: (device: SignedInDevice) => void;
  onSignOutOthers: () => void;
}

/** The signed-in devices, with one explanation for all if none can be signed out now. */
export function DeviceList({ devices, isAsking, onSignOut, onSignOutOthers }: Props) {
  const why = whyNot('signing_out', useIsOnline());
  const whyId = useId();
  const isStill = isAsking || why !== null;
  return (
    <>
      <ul>
        {devices.map((device) => (
          <li key={device.id} className={`g-row g-gap-12 g-tall-64 g-pad-y-8 ${css.device}`}>
            <div className="g-grid g-grow g-narrow">
              <span className="g-break g-strong">
                <bdi>{nameOf(device)}</bdi>
              </span>
              <LastUsed device={device} />
            </div>
            {!device.is_current && (
              <Button
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
      <p id={whyId} className={`g-warn ${form.why}`} aria-live="polite">
        {why}
      </p>
      {devices.length > 1 && (
        <Button className={css.others} aria-describedby={whyId} disabledFocusable={isStill} onClick={onSignOutOthers}>
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
    <span className="g-text-13 g-soft">
      {used}
      {device.is_kitchen_mode && ' · Kitchen mode'}
    </span>
  );
}
