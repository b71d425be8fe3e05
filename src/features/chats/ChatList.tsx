import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { isBotPaused } from '../../../contract/chats/pause.ts';
import { classes } from '../../ui/classes.ts';
import { useRowKeys } from '../../ui/table/row-keys.ts';
import { SearchField } from '../../ui/table/SearchField.tsx';
import { isUnread, type ChatFilters, type Show } from './chat-filters.ts';
import { ChatLine } from './ChatLine.tsx';
import { ChatStates } from './ChatStates.tsx';
import css from './list.module.css';
import type { ChatRow, OwnReply } from './queries.ts';

interface Props {
  /** null: nothing has reached this device yet. */
  chats: ChatRow[] | null;
  /** Without the filters. */
  all: ChatRow[];
  own: ReadonlyMap<string, OwnReply>;
  /** Id of the chat that is open. */
  current: string | null;
  filters: ChatFilters;
  timezone: string;
  now: number;
  change: (patch: Partial<ChatFilters>) => void;
  linkTo: (chat: ChatRow) => string;
}

const shows: [Show, string][] = [
  ['all', 'All'],
  ['unread', 'Unread'],
  ['paused', 'Paused'],
];

/** More than anybody looks through: a search finds the rest. */
const STEP = 100;

export function ChatList({ chats, all, own, current, filters, timezone, now, change, linkTo }: Props) {
  const list = useRowKeys<HTMLUListElement>();
  const [shown, setShown] = useState(STEP);
  const at = new Date(now);
  const counts = {
    all: 0,
    unread: all.filter(isUnread).length,
    paused: all.filter((chat) => isBotPaused(chat, at)).length,
  };
  return (
    <div className={css.pane}>
      <div className={css.head} role="search" aria-label="Chats">
        <SearchField
          label="Search chats"
          placeholder="Search chats"
          className={css.search}
          search={filters.search}
          onSearch={(search) => change({ search })}
        />
        <div className={css.shows} role="group" aria-label="Show">
          {shows.map(([show, word]) => (
            <button
              key={show}
              type="button"
              className={css.show}
              aria-pressed={filters.show === show}
              onClick={() => change({ show })}
            >
              {word}
              {counts[show] > 0 && <span className={css.count}>{counts[show]}</span>}
            </button>
          ))}
        </div>
      </div>
      <div className={classes(css.scroll, chats === null && css.isWaiting, chats?.length === 0 && css.isEmpty)}>
        {chats === null ? (
          <ul aria-hidden="true">
            {[0, 1, 2, 3, 4, 5].map((row) => (
              <li key={row} className={css.waiting} />
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
            onClear={() => change({ show: 'all', search: '' })}
          />
        )}
      </div>
    </div>
  );
}
