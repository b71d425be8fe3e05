import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { hasLabel } from '../../../contract/chats/labels.ts';
import { isBotPaused } from '../../../contract/chats/pause.ts';
import { classes } from '../../ui/classes.ts';
import { useRowKeys } from '../../components/table/row-keys.ts';
import { SearchField } from '../../components/table/SearchField.tsx';
import { isUnread, labelsOf, needsPerson, type ChatFilters, type Show } from './chat-filters.ts';
import { ChatLine } from './ChatLine.tsx';
import { ChatStates } from './ChatStates.tsx';
import css from './list.module.css';
import type { ChatRow, OwnReply } from './queries.ts';

interface Props {
  /** null: not loaded yet. */
  chats: ChatRow[] | null;
  /** All chats, before the filters. */
  all: ChatRow[];
  own: ReadonlyMap<string, OwnReply>;
  /** Id of the open chat. */
  current: string | null;
  filters: ChatFilters;
  /** Without a chatbot nothing can be paused. */
  hasBot: boolean;
  timezone: string;
  now: number;
  change: (patch: Partial<ChatFilters>) => void;
  linkTo: (chat: ChatRow) => string;
}

const shows: [Show, string][] = [
  ['all', 'All'],
  ['unread', 'Unread'],
  ['needs_person', 'Needs a person'],
  ['paused', 'Paused'],
];

/** More than anybody scrolls through; a search finds the rest. */
const STEP = 100;

export function ChatList({ chats, all, own, current, filters, hasBot, timezone, now, change, linkTo }: Props) {
  const list = useRowKeys<HTMLUListElement>();
  const [shown, setShown] = useState(STEP);
  const at = new Date(now);
  const labels = labelsOf(all);
  const counts = {
    all: 0,
    unread: all.filter(isUnread).length,
    needs_person: all.filter((chat) => needsPerson(chat, at)).length,
    paused: all.filter((chat) => isBotPaused(chat, at)).length,
  };
  return (
    <div className={`g-flex g-low g-surface ${css.pane}`}>
      <div className={`g-rigid ${css.head}`} role="search" aria-label="Chats">
        <SearchField
          label="Search chats"
          placeholder="Search chats"
          className={css.search}
          search={filters.search}
          onSearch={(search) => change({ search })}
        />
        <div className={`g-flex g-wrap g-gap-8 ${css.shows}`} role="group" aria-label="Show">
          {shows
            .filter(([show]) => hasBot || show !== 'paused')
            .map(([show, word]) => (
              <button
                key={show}
                type="button"
                className={`g-inline g-relative g-gap-6 g-size-13 g-soft ${css.show}`}
                aria-pressed={filters.show === show}
                onClick={() => change({ show })}
              >
                {word}
                {counts[show] > 0 && (
                  <span className={`g-centered g-strong g-size-12 g-soft g-surface-3 g-line-18 g-pad-0-5 ${css.count}`}>
                    {counts[show]}
                  </span>
                )}
              </button>
            ))}
          {(labels.length > 0 || filters.label !== '') && (
            <select
              aria-label="Label"
              className={`g-size-13 g-soft g-truncate ${css.label}`}
              value={labels.find(isSameLabel(filters.label)) ?? filters.label}
              onChange={({ target }) => change({ label: target.value })}
            >
              <option value="">Any label</option>
              {(labels.some(isSameLabel(filters.label)) || filters.label === ''
                ? labels
                : [filters.label, ...labels]
              ).map((label) => (
                <option key={label}>{label}</option>
              ))}
            </select>
          )}
        </div>
      </div>
      <div
        className={classes(
          'g-grow g-low g-rule-above g-scroll-y',
          chats === null && css.isWaiting,
          chats?.length === 0 && css.isEmpty,
        )}
      >
        {chats === null ? (
          <ul aria-hidden="true">
            {[0, 1, 2, 3, 4, 5].map((row) => (
              <li key={row} className={`g-surface-3 g-round-8 ${css.waiting}`} />
            ))}
          </ul>
        ) : (
          <ul ref={list} aria-label="Chats">
            {chats.slice(0, shown).map((chat) => (
              <ChatLine
                key={chat.id}
                chat={chat}
                own={own.get(chat.id) ?? null}
                href={linkTo(chat)}
                isCurrent={chat.id === current}
                timezone={timezone}
                now={now}
              />
            ))}
          </ul>
        )}
        {chats !== null && chats.length > shown && (
          <Button appearance="subtle" className={css.more} onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, chats.length - shown)} more of {chats.length.toLocaleString('en-GB')}
          </Button>
        )}
        {(chats === null || chats.length === 0) && (
          <ChatStates
            isAsked={chats === null}
            isAnyHere={all.length > 0}
            filters={filters}
            onClear={() => change({ show: 'all', search: '', label: '' })}
          />
        )}
      </div>
    </div>
  );
}

const isSameLabel = (label: string) => (other: string) => hasLabel({ labels: [other] }, label);
