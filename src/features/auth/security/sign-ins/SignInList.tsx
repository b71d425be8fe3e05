import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { SignIn } from '../../../../../contract/settings/sign-in-calls.ts';
import { dayLabel, timeOf } from '../../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../../session/use-restaurant.ts';
import { useMinute } from '../../../../ui/use-minute.ts';
import css from '../sessions/sessions.module.css';

const FEW = 5;
const FEW_REFUSED = 3;

const methodLabels: Record<SignIn['method'], string> = {
  password: 'Password',
  recovery_code: 'Password and recovery code',
  passkey: 'Passkey',
  google: 'Google',
  facebook: 'Facebook',
};

const outcomeLabels: Record<SignIn['outcome'], string> = {
  success: 'Signed in',
  wrong_password: 'Refused: wrong password',
  wrong_code: 'Refused: wrong code',
  passkey_refused: 'Refused: passkey not accepted',
};

/** The newest few, with the newest that were refused, however many sign-ins came after them; the others on request. */
export function SignInList({ signIns }: { signIns: SignIn[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const now = useMinute();
  if (signIns.length === 0) return <p className="g-soft">Nobody has signed in since this list began.</p>;
  return (
    <>
      <ul>
        {(isWhole ? signIns : briefOf(signIns)).map((one) => (
          <li key={one.id} className={`g-grid g-narrow g-tall-64 g-pad-y-8 ${css.device}`}>
            <span className={`g-break g-strong ${one.outcome === 'success' ? '' : 'g-bad'}`}>
              {outcomeLabels[one.outcome]}, {dayLabel(one.created_at, timezone, now)} at{' '}
              {timeOf(one.created_at, timezone)}
              {one.is_new_device && <span className="g-warn"> · New device</span>}
            </span>
            <span className="g-break g-text-13 g-soft">
              <bdi>{deviceOf(one)}</bdi> · {methodLabels[one.method]} · IP address {one.ip_address}
            </span>
          </li>
        ))}
      </ul>
      {!isWhole && signIns.length > briefOf(signIns).length && (
        <Button className={css.others} onClick={() => setIsWhole(true)}>
          Show all {signIns.length}
        </Button>
      )}
    </>
  );
}

function briefOf(signIns: SignIn[]): SignIn[] {
  const refused = new Set(signIns.filter(({ outcome }) => outcome !== 'success').slice(0, FEW_REFUSED));
  return signIns.filter((one, i) => i < FEW || refused.has(one));
}

function deviceOf({ device_name: name, browser }: SignIn): string {
  if (name && browser && name !== browser) return `${name} (${browser})`;
  return name ?? browser ?? 'Unknown device';
}
