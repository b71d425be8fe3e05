import { useState } from 'react';
import { CheckmarkCircle20Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { DoneEntry } from '../../data/db.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { byLabel } from './by-label.ts';
import { ChangeIcon } from './ChangeIcon.tsx';
import type { Describer } from './describe.ts';
import { Section } from './Section.tsx';
import css from './unsent.module.css';

interface Props {
  entries: DoneEntry[];
  /** There are more than these. */
  hasMore: boolean;
  describer: Describer;
  timezone: string;
  onLeave: () => void;
}

const FIRST = 5;

/** Finished changes, with two times if they differ: when it was made, and when the server received it. */
export function DoneList({ entries, hasMore, describer, timezone, onLeave }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const count = `${entries.length}${hasMore ? '+' : ''}`;
  return (
    <Section title="Done in the last 24 hours" count={count} icon={<CheckmarkCircle20Filled />} look={css.ok}>
      <ul className={css.rows}>
        {entries.slice(0, isWhole ? undefined : FIRST).map((entry) => {
          const { title, icon, href } = describer.describe(entry, entry.standing);
          const standing = describer.describeStanding(entry);
          return (
            <li key={entry.key}>
              <ChangeIcon icon={icon} />
              <div className={`g-grid g-narrow ${css.what}`}>
                <b className="g-break g-strong">{title}</b>
                <small>{timesOf(entry, timezone)}</small>
                {standing && <small>{standing}</small>}
              </div>
              {href && (
                <Link
                  href={href}
                  className={`g-strong g-size-13 g-soft g-round-6 g-hover ${css.open}`}
                  onClick={onLeave}
                  aria-label={`View: ${title}`}
                >
                  View
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {!isWhole && entries.length > FIRST && (
        <button type="button" className={`g-link ${css.all}`} onClick={() => setIsWhole(true)}>
          {hasMore ? `Show the newest ${entries.length}` : `Show all ${count}`}
        </button>
      )}
      {isWhole && hasMore && (
        <p className={`g-soft ${css.none}`}>
          The others are in the file that the settings save: “Save the queue as a file”.
        </p>
      )}
    </Section>
  );
}

function timesOf(entry: DoneEntry, timezone: string): string {
  const done = timeOf(entry.occurredAt, timezone);
  const sent = timeOf(entry.sentAt, timezone);
  if (entry.outcome === 'withdrawn') return `Done ${done}, taken back ${sent} before it was sent`;
  if (entry.outcome === 'overtaken') return `Tapped ${done}, not needed any more`;
  return `${entry.wasOffline ? 'Done offline' : 'Done'} ${done}${byLabel(entry)}, sent ${sent}`;
}
