import { LockClosed20Regular, Person20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import { switchDialog } from '../../routes.ts';
import { usePerson } from '../../session/kitchen-mode.ts';
import styles from './PersonButton.module.css';

const SwitchDialog = lazy(() => switchDialog().then((dialog) => ({ default: dialog })));

/** Who uses a device in kitchen mode, and the way to the next one. */
export function PersonButton() {
  const person = usePerson();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`g-row g-gap-6 g-rigid g-strong g-round-6 g-hover g-tall ${styles.person}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {person ? <Person20Regular aria-hidden="true" /> : <LockClosed20Regular aria-hidden="true" />}
        <span className={`g-truncate ${styles.name}`}>{person ? person.name : 'Locked'}</span>
        <span className="g-hidden">{person ? ' uses this device. Switch' : '. Enter a PIN'}</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SwitchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
