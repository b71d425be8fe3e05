import { useState } from 'react';
import { Call20Regular, Person20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useLive, useRow, useRows } from '../../data/live.ts';
import { links } from '../../routes.ts';
import { draftOf, keepDraft } from '../../session/drafts.ts';
import { dismiss } from '../../sync/recovery/unsent-changes.ts';
import { showNotSaved } from '../../ui/toast.ts';
import css from './chats.module.css';
import { Composer } from './Composer.tsx';
import { PauseBar } from './PauseBar.tsx';
import {
  countMessages,
  messagesOf,
  refusedReplies,
  type ChatRow,
  type MessageRow,
  type RefusedReply,
} from './queries.ts';
import { reply, sendAnyway } from './replies.ts';
import { Stream } from './Stream.tsx';
import { streamOf } from './stream.ts';
import { useReading } from './use-reading.ts';
import { channelLabel, initialsOf } from './labels.ts';

interface Props {
  chat: ChatRow;
  restaurant: Restaurant;
  now: number;
  isPhone: boolean;
}

const FIRST = 150;
/**
 * Each load of earlier messages reaches so many times further: few loads lead to the top of the longest chat. Less than twice, because the
 * list keeps its place by scrolling down by what came above, and cannot scroll further than it was high before.
 */
const FURTHER = 1.75;

/** One chat: who it is, whether the bot answers, what was said, and what is written next. */
export function Thread({ chat, restaurant, now, isPhone }: Props) {
  const { timezone } = restaurant;
  const [limit, setLimit] = useState(FIRST);
  const [draft, setDraft] = useState(() => draftOf(chat.id));
  const customer = useRow('customers', chat.customer_id);
  const messages = useRows('chat_messages', (db) => messagesOf(db, chat.id, limit), [chat.id, limit]);
  const count = useLive((db) => countMessages(db, chat.id), [chat.id]) ?? 0;
  const refused = useLive((db) => refusedReplies(db, chat.id), [chat.id]) ?? none;
  useReading(chat);

  const write = (text: string) => {
    setDraft(text);
    keepDraft(chat.id, text);
  };
  /** Back into the field, under what stands there already. */
  const takeUp = (text: string) => write([draft.trim(), text].filter(Boolean).join('\n'));

  const discard = ({ key }: RefusedReply) => {
    dismiss(key).catch(showNotSaved('The refused reply was not discarded'));
  };

  return (
    <>
      <header className={css.head}>
        {!isPhone && (
          <span className={css.face} aria-hidden="true">
            {initialsOf(chat.customer_name) ?? <Person20Regular />}
          </span>
        )}
        <div className={css.who}>
          {!isPhone && (
            <h2>
              <bdi>{chat.customer_name}</bdi>
            </h2>
          )}
          <p>{[channelLabel(chat.channel_type), customer?.phone ?? customer?.phone_raw].filter(Boolean).join(', ')}</p>
        </div>
        <Link href={links.customer(chat.customer_id)} className={css.action}>
          <Person20Regular /> Customer
        </Link>
        {customer?.phone && (
          <a className={css.action} href={`tel:${customer.phone}`}>
            <Call20Regular /> Call
          </a>
        )}
      </header>
      <PauseBar chat={chat} timezone={timezone} now={now} />
      {messages && (
        <Stream
          items={streamOf(messages, refused, chat, timezone)}
          chat={chat}
          timezone={timezone}
          now={now}
          hasEarlier={count > messages.length}
          onEarlier={() => setLimit((before) => Math.ceil(before * FURTHER))}
          onAgain={(message: MessageRow) => reply(chat, message.message)}
          onEditFailed={(message) => takeUp(message.message)}
          onSendAnyway={(letter) => sendAnyway(chat.id, letter)}
          onEditRefused={(letter) => {
            takeUp(letter.message);
            discard(letter);
          }}
          onDiscard={discard}
        />
      )}
      <Composer
        text={draft}
        name={chat.customer_name}
        takesFocus={!isPhone}
        onText={write}
        onSend={(message) => {
          reply(chat, message);
          write('');
        }}
      />
    </>
  );
}

const none: Awaited<ReturnType<typeof refusedReplies>> = [];
