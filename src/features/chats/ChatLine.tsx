import type { ReactNode } from 'react';
import {
  Bot16Regular,
  Clock16Regular,
  ErrorCircle16Filled,
  PauseCircle16Regular,
  PersonAlert16Regular,
  Person20Regular,
} from '@fluentui/react-icons';
import { Link } from 'wouter';
import { isBotPaused } from '../../../contract/chats/pause.ts';
import { dayLabel, timeOf } from '../../lib/wall-clock.ts';
import { classes } from '../../ui/classes.ts';
import { Labels } from './Labels.tsx';
import { isUnread, needsPerson } from './chat-filters.ts';
import css from './list.module.css';
import type { ChatRow, OwnReply } from './queries.ts';
import { channelLabel, initialsOf, previewAuthor } from './labels.ts';

interface Props {
  chat: ChatRow;
  /** The newest reply of this device that the server has not accepted. */
  own: OwnReply | null;
  href: string;
  isCurrent: boolean;
  timezone: string;
  now: number;
}

/** One chat in the list: name, time, newest message and the mark that matters most. */
export function ChatLine({ chat, own, href, isCurrent, timezone, now }: Props) {
  const unread = isUnread(chat);
  const day = dayLabel(chat.last_message_at, timezone, now);
  return (
    <li
      data-row={chat.id}
      className={classes(
        'g-row g-relative g-gap-12 g-rule-below g-tall-64 g-pad-8-16',
        css.row,
        isCurrent && css.current,
        unread && css.unread,
      )}
    >
      <span className="g-icon g-box-36 g-strong g-size-13 g-surface-3 g-circle" aria-hidden="true">
        {initialsOf(chat.customer_name) ?? <Person20Regular />}
      </span>
      <div className="g-grow g-narrow">
        <div className={`g-row g-gap-8 ${css.line}`}>
          <Link
            href={href}
            className={`g-truncate g-grow g-narrow g-strong g-ink ${css.name}`}
            aria-current={isCurrent ? 'page' : undefined}
          >
            <bdi>{chat.customer_name}</bdi>
          </Link>
          {chat.channel_type !== 'website' && (
            <span className="g-faint g-size-12 g-rigid">{channelLabel(chat.channel_type)}</span>
          )}
          <time dateTime={chat.last_message_at}>{day === 'today' ? timeOf(chat.last_message_at, timezone) : day}</time>
        </div>
        <div className={`g-row g-gap-8 ${css.line}`}>
          <p>
            {own ? 'You: ' : previewAuthor(chat.last_message_author)}
            <bdi>{own?.message ?? chat.last_message_preview}</bdi>
          </p>
          <Mark chat={chat} own={own} now={now} />
        </div>
        {needsPerson(chat, new Date(now)) && (
          <p className={`g-inline g-gap-4 g-size-12 g-strong ${css.bad}`}>
            <PersonAlert16Regular aria-hidden="true" /> Needs a person
          </p>
        )}
        <Labels labels={chat.labels ?? []} />
      </div>
    </li>
  );
}

/** The one mark that matters most. */
function Mark({ chat, own, now }: Pick<Props, 'chat' | 'own' | 'now'>) {
  if (own?.state === 'refused') return sign('Needs you', css.bad, <ErrorCircle16Filled />);
  if (isUnread(chat)) {
    return (
      <span className={`g-primary g-rigid g-centered g-strong g-size-12 g-round-10 g-line-20 g-pad-0-6 ${css.badge}`}>
        {chat.unread_count}
        <span className="g-hidden"> unread</span>
      </span>
    );
  }
  if (own) return sign('Waiting to send', css.own, <Clock16Regular />);
  if (isBotPaused(chat, new Date(now))) return sign('Bot paused', css.quiet, <PauseCircle16Regular />);
  return chat.last_message_author === 'bot' ? sign('Answered by the bot', css.quiet, <Bot16Regular />) : null;
}

const sign = (words: string, look: string | undefined, icon: ReactNode) => (
  <span className={look} role="img" aria-label={words} title={words}>
    {icon}
  </span>
);
