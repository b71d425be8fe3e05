import { useEffect, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Tablet24Regular } from '@fluentui/react-icons';
import { install, isPad, type InstallMethod, useInstallMethod } from '../../session/install.ts';
import { LastBackup } from './backup/LastBackup.tsx';
import css from '../../components/settings/settings.module.css';

const installWords: Record<InstallMethod, string> = {
  installed: 'Galley is installed on this device.',
  prompt: 'Installed, Galley opens from the home screen in a window of its own.',
  ios: 'On the home screen Galley opens in a window of its own, and can notify you while it is closed.',
  none: 'To install it, look in this browser’s menu for “Install” or “Add to home screen”.',
};

/** An app on the home screen has its own storage: data in Safari does not move there. */
const installSteps = (isPad: boolean): string[] => [
  'Wait until the status says “All changes saved”: on the home screen Galley starts empty and loads from the server.',
  isPad
    ? 'In Safari, tap Share: the square with an arrow at the top right, beside the address.'
    : 'In Safari, tap Share: the square with an arrow at the bottom, or under the three dots.',
  'Tap “Add to Home Screen”. If it is not there, scroll down or tap “More”.',
  'Leave “Open as Web App” switched on and tap “Add”.',
  'Open Galley from the home screen and sign in.',
];

/** Galley as an app on this device: whether it is installed, and whether the browser promises to keep its data. */
export function DeviceCard() {
  const way = useInstallMethod();
  const { isKept, megabytes, ask } = useKeeping();
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="device-card">
      <div className="g-row g-gap-12">
        <Tablet24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="device-card">
          App and storage
        </h3>
        {megabytes !== null && <span className="g-size-13 g-soft">{`${megabytes} MB used`}</span>}
      </div>
      <p>{installWords[way]}</p>
      {way === 'ios' && (
        <ol className={css.steps} aria-label="How to install it">
          {installSteps(isPad(navigator)).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {way === 'prompt' && (
        <Button className={css.open} onClick={() => void install()}>
          Install Galley
        </Button>
      )}
      <p aria-live="polite">
        {isKept === null
          ? 'This browser does not say whether it keeps what Galley stores here.'
          : isKept
            ? 'This browser keeps Galley’s data, even when the disk is full.'
            : 'This browser may delete Galley’s data when the disk is full. What was sent is safe on the server.'}
      </p>
      {isKept === false && (
        <Button className={css.open} onClick={ask}>
          Protect this data
        </Button>
      )}
      <LastBackup />
    </section>
  );
}

function useKeeping(): { isKept: boolean | null; megabytes: number | null; ask: () => void } {
  const [isKept, setIsKept] = useState<boolean | null>(null);
  const [megabytes, setMegabytes] = useState<number | null>(null);
  useEffect(() => {
    // Only secure origins have it.
    const storage = navigator.storage as StorageManager | undefined;
    void storage?.persisted?.().then(setIsKept, () => undefined);
    void storage?.estimate?.().then(
      ({ usage }) => setMegabytes(usage === undefined ? null : Math.max(1, Math.round(usage / 1e6))),
      () => undefined,
    );
  }, []);
  const ask = () => void navigator.storage.persist().then(setIsKept, () => undefined);
  return { isKept, megabytes, ask };
}
