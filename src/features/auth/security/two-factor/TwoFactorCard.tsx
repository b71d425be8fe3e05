import { Button } from '@fluentui/react-components';
import { ShieldKeyhole24Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import { getSettings } from '../../../../../contract/settings/calls.ts';
import { whyNot } from '../../../../api/online-reasons.ts';
import { useQuery } from '../../../../api/use-server-data.ts';
import { useIsOnline } from '../../../../sync/runtime/client.ts';
import { showToast } from '../../../../ui/page/toast.ts';
import css from '../../../../components/settings/settings.module.css';

const StartForm = lazy(() => import('./TwoFactorForms.tsx').then((m) => ({ default: m.StartForm })));
const StopForm = lazy(() => import('./TwoFactorForms.tsx').then((m) => ({ default: m.StopForm })));

/** Signing in with a code of an authenticator app besides the password. */
export function TwoFactorCard() {
  const { answer, ask } = useQuery(getSettings, {});
  const [isOpen, setIsOpen] = useState(false);
  const why = whyNot('credentials', useIsOnline());
  const state = answer?.ok ? answer.data.security : null;
  const isOn = state?.is_two_factor_on ?? null;
  const close = (title?: string) => {
    setIsOpen(false);
    if (title) showToast({ title });
    ask();
  };
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="two-factor-card">
      <div className="g-row g-gap-12">
        <ShieldKeyhole24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="two-factor-card">
          Two-factor sign-in
        </h3>
      </div>
      <p>
        {isOn
          ? `It is on: signing in needs your password and a code of your app. ${state?.recovery_codes_left} recovery codes are left.`
          : 'Signing in then needs a code of an authenticator app on your phone, besides the password.'}
      </p>
      {isOpen && (
        <Suspense>
          {isOn ? (
            <StopForm onDone={() => close('Two-factor sign-in is off')} onCancel={() => setIsOpen(false)} />
          ) : (
            <StartForm onDone={() => close('Two-factor sign-in is on')} onCancel={() => setIsOpen(false)} />
          )}
        </Suspense>
      )}
      {!isOpen && isOn !== null && (
        <Button className={css.open} onClick={() => setIsOpen(true)}>
          {isOn ? 'Turn off' : 'Set up'}
        </Button>
      )}
      {isOn === null && (
        <p className="g-warn" role="status">
          {why ?? (answer === null ? 'Asking the server …' : 'Whether it is on cannot be read now.')}
        </p>
      )}
    </section>
  );
}
