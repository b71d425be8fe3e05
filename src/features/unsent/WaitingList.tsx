import { lazy, Suspense, useState } from 'react';
import { Clock20Regular, MoreHorizontal20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { OutboxEntry } from '../../data/db.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { withdraw } from '../../sync/recovery/unsent-changes.ts';
import { showNotSaved, showFault, showToast } from '../../ui/page/toast.ts';
import { byLabel } from './by-label.ts';
import { ChangeIcon } from './ChangeIcon.tsx';
import type { Describer } from './describe.ts';
import { Section } from './Section.tsx';
import css from './unsent.module.css';

const WaitingMenu = lazy(() => import('./WaitingMenu.tsx').then((module) => ({ default: module.WaitingMenu })));

interface Props {
  entries: OutboxEntry[];
  describer: Describer;
  timezone: string;
  onLeave: () => void;
}

const going: Partial<Record<OutboxEntry['state'], string>> = {
  inflight: ', on its way',
};

/** Waiting changes in the order of sending: what, where and when. */
export function WaitingList({ entries, describer, timezone, onLeave }: Props) {
  const [, navigate] = useLocation();
  const [menu, setMenu] = useState<{ entry: OutboxEntry; target: HTMLElement } | null>(null);
  const discard = (entry: OutboxEntry) => {
    const { title } = describer.describe(entry);
    withdraw(entry.key).then(
      (isGone) =>
        isGone
          ? showToast({ title: `Discarded: ${title}` })
          : showFault(`Not discarded: ${title}`, 'It is on its way to the server already.'),
      showNotSaved(`Not discarded: ${title}`),
    );
  };
  return (
    <Section title="Waiting" count={entries.length} icon={<Clock20Regular />} look={css.calm}>
      <ul className={css.rows}>
        {entries.map((entry) => {
          const { title, place, icon } = describer.describe(entry);
          return (
            <li key={entry.key}>
              <ChangeIcon icon={icon} />
              <div className={`g-grid g-narrow ${css.what}`}>
                <b className="g-break g-strong">{title}</b>
                <small>{place + byLabel(entry) + (going[entry.state] ?? '')}</small>
              </div>
              <time dateTime={entry.occurredAt}>{timeOf(entry.occurredAt, timezone)}</time>
              <button
                type="button"
                className={`g-center g-square g-soft g-round-6 g-hover ${css.more}`}
                aria-label={`More for: ${title}`}
                aria-haspopup="menu"
                onClick={(event) => setMenu({ entry, target: event.currentTarget })}
              >
                <MoreHorizontal20Regular />
              </button>
            </li>
          );
        })}
      </ul>
      {menu && (
        <Suspense>
          <WaitingMenu
            key={menu.entry.key}
            target={menu.target}
            onOpen={openerOf(describer.describe(menu.entry).href)}
            onDiscard={() => discard(menu.entry)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </Section>
  );

  function openerOf(href: string | null) {
    if (href === null) return null;
    return () => {
      onLeave();
      navigate(href);
    };
  }
}
