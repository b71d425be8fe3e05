import { pushTopics, type PushTopic } from '../../../../contract/notifications/push-calls.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { thisPush, usePush } from '../../../session/push.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import css from './push.module.css';
import { topicLabels } from './labels.ts';

interface PushChoicesProps {
  wants: PushTopic[];
  /** The element that says why nothing can be changed without a network. */
  whyId: string;
}

/** Of what this device shows notifications, and one to try it out. */
export function PushChoices({ wants, whyId }: PushChoicesProps) {
  const why = whyNot('provider_setup', useIsOnline());
  const isStill = usePush().isBusy || why !== null;
  const toggle = (topic: PushTopic) => {
    const next = pushTopics.filter((one) => wants.includes(one) !== (one === topic));
    // Of nothing at all is off.
    void (next.length > 0 ? thisPush().turnOn(next) : thisPush().turnOff());
  };
  return (
    <div className={css.choices}>
      {pushTopics.map((topic) => (
        <label key={topic}>
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
        className={css.button}
        aria-describedby={whyId}
        disabled={isStill}
        onClick={() => void thisPush().test()}
      >
        Send a test
      </button>
    </div>
  );
}
