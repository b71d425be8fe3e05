import { pushTopics, type PushTopic } from '../../../../contract/notifications/push-calls.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { thisPush, usePush } from '../../../session/push.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import css from './push.module.css';
import { topicLabels } from './labels.ts';

interface PushChoicesProps {
  wants: PushTopic[];
  /** Id of the element that says why nothing can be changed offline. */
  whyId: string;
}

/** What this device shows notifications about, and a test notification. */
export function PushChoices({ wants, whyId }: PushChoicesProps) {
  const why = whyNot('provider_setup', useIsOnline());
  const isStill = usePush().isBusy || why !== null;
  const toggle = (topic: PushTopic) => {
    const next = pushTopics.filter((one) => wants.includes(one) !== (one === topic));
    // No topic at all means off.
    void (next.length > 0 ? thisPush().turnOn(next) : thisPush().turnOff());
  };
  return (
    <div className={`g-row g-wrap ${css.choices}`}>
      {pushTopics.map((topic) => (
        <label className="g-row g-gap-10 g-size-14 g-tall" key={topic}>
          <input
            type="checkbox"
            checked={wants.includes(topic)}
            aria-describedby={whyId}
            disabled={isStill}
            onChange={() => toggle(topic)}
          />
          {topicLabels[topic]}
        </label>
      ))}
      <button
        type="button"
        className={`g-button ${css.button}`}
        aria-describedby={whyId}
        disabled={isStill}
        onClick={() => void thisPush().test()}
      >
        Send a test
      </button>
    </div>
  );
}
