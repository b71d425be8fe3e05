import type { ReactNode } from 'react';
import {
  Bot16Regular,
  Clock16Regular,
  ErrorCircle16Filled,
  PauseCircle16Regular,
  Person20Regular,
} from '@fluentui/react-icons';
import { Link } from 'wouter';
import { isBotPaused } from '../../../contract/chats/pause.ts';
import { dayLabel, timeOf } from '../../lib/wall-clock.ts';
import { classes } from '../../ui/classes.ts';
import { isUnread } from './chat-filters.ts';
import css from './list.module.css';
import type { ChatRow, OwnReply } from './queries.ts';
import { initialsOf, previewAuthor } from './labels.ts';

interface Props {
  chat: ChatRow;
  /** What was written here and has not been taken by the server. */
  own: OwnReply | null;
  href: string;
  isCurrent: boolean;
  timezone: string;
  now: number;
}

/** One chat in the list: who, when, the newest words, and what it needs. */
export function ChatLine({ chat, own, href, isCurrent, timezone, now }: Props) {
  const unread = isUnread(chat);
  const day = dayLabel(chat.last_message_at, timezone, now);
  return (
    <li data-row={chat.id} className={classes(css.row, isCurrent && css.current, unread && css.unread)}>
      <span className={css.face} aria-hidden="true">
        {initialsOf(chat.customer_name) ?? <Person20Regular />}
      </span>
      <div className={css.words}>
        <div className={css.line}>
          <Link href={href} className={css.name} aria-current={isCurrent ? 'page' : undefined}>
            <bdi>{chat.customer_name}</bdi>
          </Link>
          <time dateTime={chat.last_message_at}>{day === 'today' ? timeOf(chat.last_message_at, timezone) : day}</time>
        </div>
        <div className={css.line}>
          <p>
            {own ? 'You: ' : previewAuthor(chat.last_message_author)}
            <bdi>{own?.message ?? chat.last_message_preview}</bdi>
          </p>
          <Mark chat={chat} own={own} now={now} />
        </div>
      </div>
    </li>
  );
}

/** One mark a line, the one that asks for the most. */
function Mark({ chat, own, now }: Pick<Props, 'chat' | 'own' | 'now'>) {
  if (own?.state === 'refused') return sign('Needs you', css.bad, <ErrorCircle16Filled />);
  if (isUnread(chat)) {
    return (
      <span className={css.badge}>
        {chat.unread_count}
        <span className="g-hidden"> unread</span>
      </span>
    );
  }
  if (own) return sign('Waiting to send', css.own, <Clock16Regular />);
  if (chat.needs_human) return sign('Wants a person', css.bad, <ErrorCircle16Filled />);
  if (isBotPaused(chat, new Date(now))) return sign('Bot paused', css.quiet, <PauseCircle16Regular />);
  return chat.last_message_author === 'bot' ? sign('Answered by the bot', css.quiet, <Bot16Regular />) : null;
}

const sign = (words: string, look: string | undefined, icon: ReactNode) => (
  <span className={look} role="img" aria-label={words} title={words}>
    {icon}
  </span>
);
