import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { TaskListSquareLtr24Regular } from '@fluentui/react-icons';
import { currentStore } from '../../../data/current.ts';
import { useLive } from '../../../data/live.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { shortDate, timeOf } from '../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import settings from '../../../components/settings/settings.module.css';
import { addsUp, readComparisons, readMutationCounts, type MutationCounts } from './queries.ts';
import css from './queue.module.css';
import { queueFile } from './queue-file.ts';
import { comparisonLabel, countsLabel, savedLabel } from './labels.ts';

/** What became of every change made on this device, and the export of the queue. */
export function QueueCard() {
  const restaurant = useRestaurant();
  const timezone = restaurant?.timezone ?? 'UTC';
  const now = useMinute();
  const line = useLive(readMutationCounts, []);
  const compared = useLive(readComparisons, []);
  const [said, setSaid] = useState('');
  const save = async () => {
    try {
      const file = await queueFile(currentStore(), restaurant?.name ?? '');
      saveFile(file.name, file.text, 'application/json');
      setSaid(savedLabel(file));
    } catch (error) {
      console.warn('The queue cannot be read', error);
      setSaid('This device cannot read its own storage just now, so there is no file. Try again in a moment.');
    }
  };
  return (
    <section className={`g-group ${settings.card}`} aria-labelledby="queue-card">
      <div className="g-row g-gap-12">
        <TaskListSquareLtr24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="queue-card">
          Changes made on this device
        </h3>
      </div>
      {line && <p>{countsLabel(line)}</p>}
      {line && !addsUp(line) && (
        <p className={css.fault}>
          These do not add up. Nothing you see is gone, but please save the queue as a file and send it to us.
        </p>
      )}
      <details className="g-soft">
        <summary>Diagnostics</summary>
        {line && <Conservation line={line} />}
        <p>
          Each change stands in one of these places. Withdrawn are those that were taken back, or replaced by a newer
          one, before they were sent.
        </p>
        {compared && (
          <p>{comparisonLabel(compared, (at) => `${shortDate(at, timezone, now)} at ${timeOf(at, timezone)}`)}</p>
        )}
      </details>
      <Button className={settings.open} onClick={() => void save()}>
        Save the queue as a file
      </Button>
      <p role="status" className={css.said}>
        {said}
      </p>
    </section>
  );
}

const Conservation = ({ line }: { line: MutationCounts }) => (
  <p className={`g-flex g-wrap g-digits g-line-24 g-size-15 ${css.line}`}>
    <Part count={line.made} word="made" /> <Part sign="=" count={line.waiting} word="waiting" />{' '}
    <Part sign="+" count={line.sent} word="sent" /> <Part sign="+" count={line.refused} word="refused" />{' '}
    <Part sign="+" count={line.withdrawn} word="withdrawn" />
  </p>
);

/** Keeps a sign on the same line as its number. */
function Part({ sign, count, word }: { sign?: '=' | '+'; count: number; word: string }) {
  return (
    <span className="g-nowrap">
      {sign && `${sign} `}
      <b className="g-strong g-ink">{count.toLocaleString('en-GB')}</b> {word}
    </span>
  );
}
