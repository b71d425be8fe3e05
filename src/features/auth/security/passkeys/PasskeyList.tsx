import { Button } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { Passkey } from '../../../../../contract/settings/passkey-calls.ts';
import { whyNot } from '../../../../api/online-reasons.ts';
import { dayLabel, untilLabel } from '../../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../../session/use-restaurant.ts';
import { useIsOnline } from '../../../../sync/runtime/client.ts';
import { useMinute } from '../../../../ui/use-minute.ts';
import form from '../../../../components/settings/action-form.module.css';
import css from '../sessions/sessions.module.css';
import { RenameForm } from './RenameForm.tsx';

interface Props {
  passkeys: Passkey[];
  isAsking: boolean;
  onRenamed: () => void;
  onRemove: (passkey: Passkey) => void;
}

/** The passkeys, with one explanation for all if none can be changed now. */
export function PasskeyList({ passkeys, isAsking, onRenamed, onRemove }: Props) {
  const why = whyNot('credentials', useIsOnline());
  const whyId = useId();
  const [renaming, setRenaming] = useState<string | null>(null);
  const isStill = isAsking || why !== null;
  return (
    <>
      <ul>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={`g-row g-wrap g-gap-12 g-tall-64 g-pad-y-8 ${css.device}`}>
            <div className="g-grid g-grow g-narrow">
              <span className="g-break g-strong">
                <bdi>{passkey.name}</bdi>
              </span>
              <Use passkey={passkey} />
            </div>
            {renaming === passkey.id ? (
              <RenameForm
                passkey={passkey}
                onDone={() => {
                  setRenaming(null);
                  onRenamed();
                }}
                onCancel={() => setRenaming(null)}
              />
            ) : (
              <>
                <Button
                  aria-label={`Rename ${passkey.name}`}
                  aria-describedby={whyId}
                  disabledFocusable={isStill}
                  onClick={() => setRenaming(passkey.id)}
                >
                  Rename
                </Button>
                <Button
                  aria-label={`Remove ${passkey.name}`}
                  aria-describedby={whyId}
                  disabledFocusable={isStill}
                  onClick={() => onRemove(passkey)}
                >
                  Remove
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <p id={whyId} className={`g-warn ${form.why}`} aria-live="polite">
        {why}
      </p>
    </>
  );
}

function Use({ passkey: { created_at, last_used_at, is_backed_up } }: { passkey: Passkey }) {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const now = useMinute();
  return (
    <span className="g-text-13 g-soft">
      Added {dayLabel(created_at, timezone, now)}
      {last_used_at === null ? ' · Not used yet' : ` · Last used ${untilLabel(last_used_at, timezone, now)}`}
      {is_backed_up && ' · Backed up'}
    </span>
  );
}
