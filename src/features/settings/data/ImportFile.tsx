import { useId, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { whyNot } from '../../../api/online-reasons.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { FilePicker } from '../../../ui/form/FilePicker.tsx';
import { showToast } from '../../../ui/page/toast.ts';
import css from '../../../components/settings/settings.module.css';
import { failureText } from '../../../api/failure-text.ts';
import { IMPORT_BYTES, importEverything } from './requests.ts';

/** Takes an exported file into this account. */
export function ImportFile() {
  const why = whyNot('account_data', useIsOnline());
  const whyId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);

  async function take(file: File) {
    setFault(null);
    if (file.size > IMPORT_BYTES) return setFault('The file is too large: an import takes up to 512 MB.');
    setSent(0);
    const result = await importEverything(file, setSent);
    setSent(null);
    if (!result.ok) return setFault(failureText(result));
    setIsDone(true);
    showToast({
      title: 'Everything is imported',
      detail: result.data.is_address_kept
        ? 'Connect your services again; their keys were not in the file.'
        : 'Another restaurant has the address of the former website, so this account keeps its own. Connect your services again.',
    });
  }

  const state = sent === null ? null : sent < 1 ? `Sending the file: ${Math.floor(sent * 100)} %` : 'Importing …';
  return (
    <div className="g-stack g-gap-12">
      <p>
        A new account without a menu, customers and orders can take such a file. Money in the wallet stays with the
        former account, and imported payments are refunded by hand.
      </p>
      <Button
        className={css.open}
        aria-describedby={whyId}
        disabledFocusable={sent !== null || why !== null}
        onClick={() => sent === null && why === null && picker.current?.click()}
      >
        Import an export
      </Button>
      <p id={whyId} className={fault || why ? 'g-warn' : 'g-soft'} aria-live="polite">
        {why ?? state ?? fault}
      </p>
      {isDone && (
        <p className="g-warn" role="status">
          Your restaurant takes no orders yet, so that the former account and this one do not both take them. Switch it
          on at the top of the page when you are ready. Orders that waited for an answer do not ring here.
        </p>
      )}
      <FilePicker
        ref={picker}
        accept=".gz,.tgz,application/gzip"
        label="Exported file"
        onChoose={(file) => void take(file)}
      />
    </div>
  );
}
