import { lazy, Suspense, useState } from 'react';
import { PersonKey20Regular } from '@fluentui/react-icons';
import { revoke, type SignedInDevice } from '../../../../../contract/settings/session-calls.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { useAction } from '../../../../api/use-action.ts';
import type { Result } from '../../../../api/send.ts';
import { SkeletonRows } from '../../../../ui/page/SkeletonRows.tsx';
import { showRefused, showToast } from '../../../../ui/page/toast.ts';
import css from '../../../../components/settings/settings.module.css';
import { UnreadList } from '../UnreadList.tsx';
import { DeviceList } from './DeviceList.tsx';
import { nameOf } from './name-of.ts';
import { signOutDevice, signOutOthers } from './requests.ts';
import { useDevices } from './use-devices.ts';

const ConfirmDialog = lazy(() =>
  import('../../../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Where the account is signed in, so that a lost tablet can be signed out. */
export function DevicesCard() {
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="devices-card">
      <div className="g-row g-gap-12">
        <PersonKey20Regular aria-hidden="true" />
        <h3 className="g-group-title" id="devices-card">
          Signed-in devices
        </h3>
      </div>
      <p>
        Sign out a device that was lost or sold. Changes that it has not sent stay on it until you sign in there again.
      </p>
      <Devices />
    </section>
  );
}

function Devices() {
  const { answer, ask } = useDevices();
  const action = useAction(revoke);
  const [isConfirming, setIsConfirming] = useState(false);

  async function signOut(what: string, request: () => Promise<Result<unknown>>) {
    const result = await action.run(request);
    if (!result) return;
    // A 404 means that somebody else signed it out first.
    if (result.ok || result.status === 404) showToast({ title: `${what} signed out` });
    else showRefused(`${what} not signed out`, failureText(result));
    ask();
  }

  const signOutOne = (device: SignedInDevice) => void signOut(nameOf(device), () => signOutDevice(device.id));
  if (answer === null) return <SkeletonRows rows={2} rowHeight={64} label="Loading devices" />;
  if (!answer.ok) return <UnreadList failure={answer} onRetry={ask} />;
  return (
    <>
      <DeviceList
        devices={answer.data}
        isAsking={action.isSending}
        onSignOut={signOutOne}
        onSignOutOthers={() => setIsConfirming(true)}
      />
      {isConfirming && (
        <Suspense>
          <ConfirmDialog
            title="Sign out all other devices?"
            keepLabel="Keep them signed in"
            submitLabel="Sign out all others"
            onDo={() => void signOut('All other devices', signOutOthers)}
            onClose={() => setIsConfirming(false)}
          >
            Tablets in the kitchen and at the counter stop at once and need your password again.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
