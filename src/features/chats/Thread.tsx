import { lazy, Suspense, useState } from 'react';
import { Call20Regular, Dismiss16Regular, Person20Regular, Tag20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { clip } from '../../../contract/clip.ts';
import { shownPhone } from '../../../contract/auth/phone.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useLive, useRow, useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { links } from '../../links.ts';
import { dismiss } from '../../sync/recovery/unsent-changes.ts';
import { showNotSaved } from '../../ui/page/toast.ts';
import { QuoteLines } from './Bubble.tsx';
import css from './chats.module.css';
import { Composer } from './Composer.tsx';
import { DraftBar } from './DraftBar.tsx';
import { LabelBar } from './LabelBar.tsx';
import { setLabels } from './mutations.ts';
import { PauseBar } from './PauseBar.tsx';
import {
  cannedReplies,
  countMessages,
  messagesOf,
  refusedReplies,
  type CannedRow,
  type ChatRow,
  type MessageRow,
  type RefusedReply,
} from './queries.ts';
import { note, reply, sendAnyway, sendFile, sendTemplate } from './replies.ts';
import { Stream } from './Stream.tsx';
import { streamOf } from './stream.ts';
import { useDraft } from './use-draft.ts';
import { useReading } from './use-reading.ts';
import { fillPlaceholders, sortCannedReplies } from '../../../contract/chats/canned-replies.ts';
import { isWindowClosed } from '../../../contract/chats/reply.ts';
import { AttachButton } from './AttachButton.tsx';
import { channelLabel, initialsOf, needsTemplate } from './labels.ts';
import { WindowBar } from './WindowBar.tsx';

const TemplatePicker = lazy(() =>
  import('./TemplatePicker.tsx').then((module) => ({ default: module.TemplatePicker })),
);

const SavedRepliesDialog = lazy(() =>
  import('./SavedRepliesDialog.tsx').then((module) => ({ default: module.SavedRepliesDialog })),
);

interface Props {
  chat: ChatRow;
  /** Labels of all chats. */
  known: readonly string[];
  restaurant: Restaurant;
  now: number;
  isPhone: boolean;
}

const FIRST = 150;
/**
 * Each load of earlier messages multiplies their number by this, so that a few loads reach the top of the longest chat. Must be
 * below 2: the list keeps its position by scrolling down by the added height, and it cannot scroll by more than its former height.
 */
const FURTHER = 1.75;

/** One chat: customer, bot, messages and reply field. */
export function Thread({ chat, known, restaurant, now, isPhone }: Props) {
  const { timezone } = restaurant;
  const [limit, setLimit] = useState(FIRST);
  const draft = useDraft(chat.id);
  const noteDraft = useDraft(`note:${chat.id}`);
  const [wantsNote, setWantsNote] = useState(false);
  const customer = useRow('customers', chat.customer_id);
  const phone = customer && shownPhone(customer);
  const messages = useRows('chat_messages', (db) => messagesOf(db, chat.id, limit), [chat.id, limit]);
  const count = useLive((db) => countMessages(db, chat.id), [chat.id]) ?? 0;
  const refused = useLive((db) => refusedReplies(db, chat.id), [chat.id]) ?? none;
  const canned = useRows('canned_replies', cannedReplies, []) ?? noneSaved;
  const [isLabelling, setIsLabelling] = useState(false);
  const canReply = !isWindowClosed(chat, now);
  const isNote = wantsNote || !canReply;
  const { text, write } = isNote ? noteDraft : draft;
  const [isManaging, setIsManaging] = useState(false);
  /** The open choice of a template, and the refused reply that it stands for. */
  const [choosing, setChoosing] = useState<{ instead: RefusedReply | null } | null>(null);
  const choose = (instead: RefusedReply | null = null) => setChoosing({ instead });
  const [quoted, setQuoted] = useState<MessageRow | null>(null);
  const canQuote = chat.channel_type === 'whatsapp' && canReply;
  useReading(chat);

  /** Appends the text to the draft in the field. */
  const takeUp = (text: string) => {
    setWantsNote(false);
    draft.write([draft.text.trim(), text].filter(Boolean).join('\n'));
  };

  const discard = ({ key }: RefusedReply) => {
    dismiss(key).catch(showNotSaved('The refused reply was not discarded'));
  };

  return (
    <>
      <header className={`g-bar g-surface g-rule-below g-tall-56 ${css.head}`}>
        {!isPhone && (
          <span className="g-icon g-box-36 g-strong g-size-13 g-surface-3 g-circle" aria-hidden="true">
            {initialsOf(chat.customer_name) ?? <Person20Regular />}
          </span>
        )}
        <div className="g-grow g-narrow">
          {!isPhone && (
            <h2 className="g-truncate g-text-14">
              <bdi>{chat.customer_name}</bdi>
            </h2>
          )}
          <p className="g-text-13 g-faint">
            {channelLabel(chat.channel_type)}
            {phone && (
              <>
                , <span className="g-nowrap">{phone}</span>
              </>
            )}
          </p>
        </div>
        <Link
          href={links.customer(chat.customer_id)}
          title="Customer"
          className={`g-inline g-rigid g-gap-6 g-soft g-round-6 g-pad-x-8 g-tall g-hover ${css.action} ${css.brief}`}
        >
          <Person20Regular /> <span>Customer</span>
        </Link>

        <button
          type="button"
          className={`g-inline g-rigid g-gap-6 g-soft g-round-6 g-pad-x-8 g-hover ${css.action} ${css.brief}`}
          title="Label"
          aria-expanded={isLabelling}
          onClick={() => setIsLabelling(!isLabelling)}
        >
          <Tag20Regular aria-hidden="true" /> <span>Label</span>
        </button>
        {customer?.phone && (
          <a
            className={`g-inline g-rigid g-gap-6 g-soft g-round-6 g-pad-x-8 g-tall g-hover ${css.action} ${css.brief}`}
            title="Call"
            href={`tel:${customer.phone}`}
          >
            <Call20Regular /> <span>Call</span>
          </a>
        )}
      </header>
      <LabelBar
        labels={chat.labels ?? []}
        known={known}
        isAdding={isLabelling}
        onAdd={(label) => mutate(setLabels, { path: { id: chat.id }, body: { add: [label] } })}
        onRemove={(label) => mutate(setLabels, { path: { id: chat.id }, body: { remove: [label] } })}
        onDone={() => setIsLabelling(false)}
      />
      <PauseBar chat={chat} timezone={timezone} now={now} />
      <DraftBar chat={chat} timezone={timezone} now={now} />
      {messages && (
        <Stream
          items={streamOf(messages, refused, chat, timezone)}
          chat={chat}
          timezone={timezone}
          now={now}
          hasEarlier={count > messages.length}
          onEarlier={() => setLimit((before) => Math.ceil(before * FURTHER))}
          onAgain={({ message, quote }: MessageRow) => reply(chat, message, quote?.message_id ?? undefined)}
          onEditFailed={(message) => takeUp(message.message)}
          onSendAnyway={(deadLetter) =>
            needsTemplate(deadLetter.code) ? choose(deadLetter) : sendAnyway(chat.id, deadLetter)
          }
          onTemplate={() => choose()}
          onEditRefused={(deadLetter) => {
            takeUp(deadLetter.message);
            discard(deadLetter);
          }}
          onDiscard={discard}
          onQuote={
            canQuote
              ? (message) => {
                  setWantsNote(false);
                  setQuoted(message);
                }
              : null
          }
        />
      )}
      <WindowBar chat={chat} now={now} onChoose={() => choose()} />
      {choosing && (
        <Suspense>
          <TemplatePicker
            chat={chat}
            onSend={(text, template) => {
              sendTemplate(chat.id, text, template, choosing.instead);
              setChoosing(null);
            }}
            onClose={() => setChoosing(null)}
          />
        </Suspense>
      )}
      {!choosing && (
        <Composer
          text={text}
          name={chat.customer_name}
          focusFor={quoted?.id ?? (isPhone ? null : chat.id)}
          before={
            chat.channel_type === 'whatsapp' &&
            !isNote && (
              <AttachButton
                chatId={chat.id}
                onStored={(file) => {
                  sendFile(chat, text.trim() || (file.file_name ?? 'File'), file.id);
                  write('');
                }}
              />
            )
          }
          kinds={{ isNote, canReply, onChange: setWantsNote }}
          saved={
            !isNote
              ? {
                  replies: sortCannedReplies(canned),
                  fill: (message) =>
                    fillPlaceholders(message, { customerName: chat.customer_name, restaurantName: restaurant.name }),
                  onManage: () => setIsManaging(true),
                }
              : null
          }
          onText={write}
          above={
            quoted &&
            canQuote &&
            !isNote && (
              <div className={`g-row g-gap-8 g-line-row ${css.quoted}`}>
                <div className="g-grow g-narrow">
                  <QuoteLines quote={{ message_id: quoted.id, author: 'customer', text: clip(quoted.message, 140) }} />
                </div>
                <button
                  type="button"
                  className="g-icon g-square g-round-8 g-hover"
                  aria-label="Reply without this message"
                  onClick={() => setQuoted(null)}
                >
                  <Dismiss16Regular />
                </button>
              </div>
            )
          }
          onSend={(message) => {
            if (isNote) note(chat, message);
            else reply(chat, message, canQuote ? quoted?.id : undefined);
            setQuoted(null);
            write('');
          }}
        />
      )}
      {isManaging && (
        <Suspense>
          <SavedRepliesDialog replies={canned} onClose={() => setIsManaging(false)} />
        </Suspense>
      )}
    </>
  );
}

const noneSaved: CannedRow[] = [];
const none: Awaited<ReturnType<typeof refusedReplies>> = [];
