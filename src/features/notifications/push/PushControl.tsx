import { useEffect, useId, useState } from 'react';
import { ChevronDown20Regular, ChevronUp20Regular, Phone20Filled, Phone20Regular } from '@fluentui/react-icons';
import { pushTopics, type PushTopic } from '../../../../contract/push.ts';
import { thisPush, usePush, type PushState } from '../../../session/push.ts';
import { useSyncState } from '../../../sync/client.ts';
import css from './push.module.css';
import { faultWords, limits, obstacleWords, topicWords } from './words.ts';

/** Notifications on this device while Galley is closed: on or off, of what, and what its system does not allow. */
export function PushControl() {
  const push = usePush();
  const isOffline = useSyncState()?.gate === 'offline';
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();
  useEffect(() => {
    // The person may come back from the system's settings.
    const look = () => thisPush().look();
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const obstacle = obstacleWords(push);
  const isOn = push.wants !== null && obstacle === null;
  const isStill = push.isBusy || isOffline;
  const turn = () => void (isOn ? thisPush().turnOff() : thisPush().turnOn([...pushTopics]));
  return (
    <section className={css.push} aria-labelledby={titleId}>
      <div className={css.line}>
        <span className={isOn ? css.on : undefined} aria-hidden="true">
          {isOn ? <Phone20Filled /> : <Phone20Regular />}
        </span>
        <div className={css.what}>
          <h3 id={titleId}>Notifications while closed</h3>
          <small aria-live="polite">
            {toldWords(push, isOffline && obstacle === null) || (obstacle ?? stateWords(push, isOn))}
          </small>
        </div>
        {obstacle === null && (
          <button type="button" className={css.button} disabled={isStill} onClick={turn}>
            {isOn ? 'Turn off' : 'Turn on'}
          </button>
        )}
        <button
          type="button"
          className={css.open}
          aria-label={obstacle === null ? 'Choose what it shows' : 'What phones and tablets allow'}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <ChevronUp20Regular /> : <ChevronDown20Regular />}
        </button>
      </div>
      {isOpen && (
        <div className={css.more}>
          {isOn && <Choices wants={push.wants ?? []} isStill={isStill} />}
          <h4>What phones and tablets allow</h4>
          <ul>
            {limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function stateWords({ wants }: PushState, isOn: boolean): string {
  if (!isOn) return 'This device shows none';
  return `Shows ${(wants ?? []).map((topic) => topicWords[topic].toLowerCase()).join(' and ')}`;
}

function toldWords({ isBusy, fault, isTested }: PushState, needsNetwork: boolean): string {
  if (isBusy) return 'One moment';
  if (fault) return faultWords[fault];
  if (needsNetwork) return 'This can be changed when you are online.';
  return isTested ? 'Sent: it should show within seconds.' : '';
}

function Choices({ wants, isStill }: { wants: PushTopic[]; isStill: boolean }) {
  const toggle = (topic: PushTopic) => {
    const next = pushTopics.filter((one) => wants.includes(one) !== (one === topic));
    // Of nothing at all is off.
    void (next.length > 0 ? thisPush().turnOn(next) : thisPush().turnOff());
  };
  return (
    <div className={css.choices}>
      {pushTopics.map((topic) => (
        <label key={topic}>
          <input type="checkbox" checked={wants.includes(topic)} disabled={isStill} onChange={() => toggle(topic)} />
          {topicWords[topic]}
        </label>
      ))}
      <button type="button" className={css.button} disabled={isStill} onClick={() => void thisPush().test()}>
        Send a test
      </button>
    </div>
  );
}
