import { useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Fire24Regular } from '@fluentui/react-icons';
import { whyNot } from '../../../api/online-reasons.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { useSession } from '../../../session/session.ts';
import form from '../../../components/settings/action-form.module.css';
import css from './kitchen-mode.module.css';
import { LeaveForm } from './LeaveForm.tsx';
import { closeAgain } from './requests.ts';
import { StartForm } from './StartForm.tsx';

/** Starts and ends kitchen mode on this device. In kitchen mode it is visible only while the PIN has opened the settings. */
export function KitchenModeCard() {
  const { kitchenMode } = useSession();
  const why = whyNot('credentials', useIsOnline());
  const whyId = useId();
  const [open, setOpen] = useState<'start' | 'leave' | null>(null);
  const close = () => setOpen(null);
  return (
    <section className={`g-card g-stack g-gap-16 g-soft ${css.card}`} aria-labelledby="kitchen-mode">
      <div className="g-row g-gap-12 g-ink">
        <Fire24Regular aria-hidden="true" />
        <h3 className="g-text-16 g-fill" id="kitchen-mode">
          Kitchen mode
        </h3>
        <span className={kitchenMode ? `g-ok ${css.on}` : css.off}>{kitchenMode ? 'On' : 'Off'}</span>
      </div>
      <p>
        For a tablet that several people use, also without a network. Each has a PIN, given under People, which opens
        what their role may do, and what they do bears their name. Without a PIN either the kitchen’s pages are open to
        everybody, or nothing is. Your password ends it.
      </p>
      {open === 'start' && <StartForm onCancel={close} />}
      {open === 'leave' && <LeaveForm onCancel={close} />}
      {open === null && (
        <div className="g-row g-wrap g-gap-12">
          {kitchenMode ? (
            <>
              <Button onClick={() => void closeAgain()}>Lock now</Button>
              <Button aria-describedby={whyId} disabled={why !== null} onClick={() => setOpen('start')}>
                Change it
              </Button>
              <Button
                appearance="primary"
                aria-describedby={whyId}
                disabled={why !== null}
                onClick={() => setOpen('leave')}
              >
                Leave kitchen mode
              </Button>
            </>
          ) : (
            <Button
              appearance="primary"
              aria-describedby={whyId}
              disabled={why !== null}
              onClick={() => setOpen('start')}
            >
              Turn on kitchen mode
            </Button>
          )}
          <p id={whyId} className={`g-warn ${form.why}`}>
            {why}
          </p>
        </div>
      )}
    </section>
  );
}
