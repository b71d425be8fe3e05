import { useEffect, useId, useState } from 'react';
import { ChevronDown20Regular, ChevronUp20Regular, Phone20Filled, Phone20Regular } from '@fluentui/react-icons';
import { pushTopics } from '../../../../contract/notifications/push-calls.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { thisPush, usePush, type PushState } from '../../../session/push.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import css from './push.module.css';
import { PushChoices } from './PushChoices.tsx';
import { faultMessages, limits, obstacleLabels, topicLabels } from './labels.ts';

/** Notifications on this device while Galley is closed: on or off, their topics, and what the system does not allow. */
export function PushControl() {
  const push = usePush();
  const why = whyNot('provider_setup', useIsOnline());
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();
  const whyId = useId();
  useEffect(() => {
    // The person may return from the system's settings.
    const look = () => thisPush().look();
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const obstacle = obstacleLabels(push);
  const isOn = push.wants !== null && obstacle === null;
  const isStill = push.isBusy || why !== null;
  const turn = () => void (isOn ? thisPush().turnOff() : thisPush().turnOn([...pushTopics]));
  return (
    <section className="g-surface g-round-10 g-edge g-above-8 g-pad-8-16" aria-labelledby={titleId}>
      <div className={`g-row g-gap-8 g-tall-56 ${css.line}`}>
        <span className={isOn ? css.on : undefined} aria-hidden="true">
          {isOn ? <Phone20Filled /> : <Phone20Regular />}
        </span>
        <div className="g-grid g-grow g-narrow">
          <h3 className="g-text-14 g-strong" id={titleId}>
            Notifications while closed
          </h3>
          <small className="g-text-13 g-soft" id={whyId} aria-live="polite">
            {toldWords(push, obstacle === null ? why : null) || (obstacle ?? stateWords(push, isOn))}
          </small>
        </div>
        {obstacle === null && (
          <button
            type="button"
            className={`g-button ${css.button}`}
            aria-describedby={whyId}
            disabled={isStill}
            onClick={turn}
          >
            {isOn ? 'Turn off' : 'Turn on'}
          </button>
        )}
        <button
          type="button"
          className={`g-icon g-square g-round-8 ${css.open}`}
          aria-label={obstacle === null ? 'Choose what it shows' : 'What phones and tablets allow'}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <ChevronUp20Regular /> : <ChevronDown20Regular />}
        </button>
      </div>
      {isOpen && (
        <div className={`g-size-13 g-rule-above g-pad-y-8 ${css.more}`}>
          {isOn && <PushChoices wants={push.wants ?? []} whyId={whyId} />}
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
  if (!isOn) return 'Off on this device';
  return `Shows ${(wants ?? []).map((topic) => topicLabels[topic].toLowerCase()).join(' and ')}`;
}

function toldWords({ isBusy, fault, isTested }: PushState, why: string | null): string {
  if (isBusy) return 'One moment';
  if (fault) return faultMessages[fault];
  if (why) return why;
  return isTested ? 'Sent: it should show within seconds.' : '';
}
