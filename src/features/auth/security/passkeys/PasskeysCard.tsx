import { Button } from '@fluentui/react-components';
import { PersonPasskey24Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import * as passkeyCalls from '../../../../../contract/settings/passkey-calls.ts';
import { type Passkey } from '../../../../../contract/settings/passkey-calls.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { whyFailed } from './why-failed.ts';
import { useAction } from '../../../../api/use-action.ts';
import { useQuery } from '../../../../api/use-server-data.ts';
import { hasPasskeys } from '../../../../lib/has-passkeys.ts';
import { SkeletonRows } from '../../../../ui/page/SkeletonRows.tsx';
import { showRefused, showToast } from '../../../../ui/page/toast.ts';
import css from '../../../../components/settings/settings.module.css';
import { UnreadList } from '../UnreadList.tsx';
import { PasskeyList } from './PasskeyList.tsx';
import { removePasskey } from './requests.ts';

const AddForm = lazy(() => import('./AddForm.tsx').then((m) => ({ default: m.AddForm })));
const ConfirmDialog = lazy(() =>
  import('../../../../components/dialogs/ConfirmDialog.tsx').then((m) => ({ default: m.ConfirmDialog })),
);

/** Signing in with the fingerprint, face or screen lock of a device, or with a security key. */
export function PasskeysCard() {
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="passkeys-card">
      <div className="g-row g-gap-12">
        <PersonPasskey24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="passkeys-card">
          Passkeys
        </h3>
      </div>
      <p>
        A passkey signs you in with your fingerprint, face or screen lock, or with a security key. It needs no password
        and no code.
      </p>
      <Passkeys />
    </section>
  );
}

function Passkeys() {
  const { answer, ask } = useQuery(passkeyCalls.list, {});
  const [isAdding, setIsAdding] = useState(false);
  const action = useAction(passkeyCalls.remove, whyFailed);
  const [leaving, setLeaving] = useState<Passkey | null>(null);

  async function remove({ id, name }: Passkey) {
    const result = await action.run(() => removePasskey(id));
    if (!result) return;
    // A 404 means that it was removed on another device first.
    if (result.ok || result.status === 404) showToast({ title: `Passkey “${name}” removed` });
    else showRefused(`Passkey “${name}” not removed`, failureText(result, whyFailed));
    ask();
  }

  function close(added?: Passkey) {
    setIsAdding(false);
    if (added) showToast({ title: `Passkey “${added.name}” added` });
    ask();
  }

  if (answer === null) return <SkeletonRows rows={1} rowHeight={64} label="Loading passkeys" />;
  if (!answer.ok) return <UnreadList failure={answer} onRetry={ask} />;
  return (
    <>
      {answer.data.length > 0 && (
        <PasskeyList passkeys={answer.data} isAsking={action.isSending} onRenamed={ask} onRemove={setLeaving} />
      )}
      {!hasPasskeys() && (
        <p role="status">
          This browser cannot create passkeys here. Use a current version of Chrome, Edge, Firefox or Safari, at the
          https address of Galley.
        </p>
      )}
      {hasPasskeys() && !isAdding && (
        <Button className={css.open} onClick={() => setIsAdding(true)}>
          Add a passkey
        </Button>
      )}
      {isAdding && (
        <Suspense>
          <AddForm onDone={close} onCancel={() => setIsAdding(false)} />
        </Suspense>
      )}
      {leaving && (
        <Suspense>
          <ConfirmDialog
            title={`Remove the passkey “${leaving.name}”?`}
            keepLabel="Keep the passkey"
            submitLabel="Remove the passkey"
            onDo={() => void remove(leaving)}
            onClose={() => setLeaving(null)}
          >
            It no longer signs in to Galley. Delete it on the device or in the password manager, too. Devices that are
            signed in stay so.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
