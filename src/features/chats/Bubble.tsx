import { memo, type ReactNode } from 'react';
import {
  ArrowReply16Regular,
  Bot16Regular,
  Checkmark16Regular,
  Clock16Regular,
  ErrorCircle16Filled,
  LockClosed16Regular,
} from '@fluentui/react-icons';
import type { Quote } from '../../../contract/chats/calls.ts';
import { isPending } from '../../data/live.ts';
import { dateOf, shortDate, timeOf } from '../../lib/wall-clock.ts';
import { classes } from '../../ui/classes.ts';
import type { MessageRow, RefusedReply } from './queries.ts';
import { SafeText } from './SafeText.tsx';
import css from './stream.module.css';
import { AttachmentView } from './AttachmentView.tsx';
import { confirmationMessages, failureLabels, needsTemplate } from './labels.ts';

interface Props {
  message: MessageRow;
  timezone: string;
  isSentAgain: boolean;
  onAgain: (message: MessageRow) => void;
  onEdit: (message: MessageRow) => void;
  onTemplate: () => void;
  /** Replies to it. Null: its channel shows no quotes. */
  onQuote: ((message: MessageRow) => void) | null;
}

/** One message: the customer's on the left, ours on the right. Unsent ones are dashed; failed ones are red and offer what to do. */
export const Bubble = memo(function Bubble({
  message,
  timezone,
  isSentAgain,
  onAgain,
  onEdit,
  onTemplate,
  onQuote,
}: Props) {
  const { author, author_name: name, created_at: at, composed_at: composedAt } = message;
  if (author === 'system') return <p className={css.note}>{message.message}</p>;
  if (message.is_private) return <NoteBubble message={message} timezone={timezone} />;
  const isOurs = author !== 'customer';
  const hasFailed = isOurs && message.delivery_status === 'failed';
  const isWaiting = author === 'staff' && (message.version === 0 || isPending(message));
  const look = [
    css.bubble,
    !isOurs && css.theirs,
    author === 'bot' && css.bot,
    author === 'staff' && css.own,
    isWaiting && css.waiting,
    hasFailed && css.failed,
  ];
  return (
    <div className={classes('g-stack g-start', isOurs && css.right)} data-message={message.id}>
      <div className={classes(...look)}>
        {author === 'bot' && (
          <p className="g-row g-text-12 g-gap-6 g-strong g-soft">
            <Bot16Regular aria-hidden="true" /> {name ?? 'Bot'}
          </p>
        )}
        {message.quote && <QuoteLines quote={message.quote} />}
        {/* Rows from before there were files have no list of them. */}
        {(message.attachments ?? []).map((file) => (
          <AttachmentView key={file.id} chatId={message.chat_id} file={file} />
        ))}
        {message.message !== '' && <SafeText text={message.message} />}
        <p className={`g-row g-end g-gap-4 g-size-12 g-faint g-line-18 ${css.foot}`}>
          {isWaiting ? (
            <>
              <Clock16Regular aria-hidden="true" /> Waiting to send
            </>
          ) : (
            <>
              {author === 'staff' && name && <bdi>{name}</bdi>}
              <WrittenAt at={composedAt ?? at} arrivedAt={at} timezone={timezone} />
              {!isOurs && onQuote && message.provider_message_id && (
                <button
                  type="button"
                  className={`g-center g-round-6 g-hover ${css.quoting}`}
                  aria-label="Reply to this message"
                  title="Reply to this message"
                  onClick={() => onQuote(message)}
                >
                  <ArrowReply16Regular />
                </button>
              )}
              {isOurs && !hasFailed && <Ticks status={message.delivery_status} />}
            </>
          )}
        </p>
      </div>
      {hasFailed && (
        <Ways
          words={
            isSentAgain
              ? `${failureLabels(message.failure_code)} Sent once more below.`
              : failureLabels(message.failure_code)
          }
        >
          {!isSentAgain && (
            <>
              {needsTemplate(message.failure_code) ? (
                <button type="button" onClick={onTemplate}>
                  Choose a template
                </button>
              ) : (
                <button type="button" onClick={() => onAgain(message)}>
                  Try again
                </button>
              )}
              <button type="button" onClick={() => onEdit(message)}>
                Edit
              </button>
            </>
          )}
        </Ways>
      )}
    </div>
  );
});

const quoted = { customer: 'Customer', staff: 'Your team', bot: 'Bot', system: '' } as const;

/** What a message replies to. */
export function QuoteLines({ quote: { author, text } }: { quote: Quote }) {
  return (
    <blockquote className={`g-size-13 g-soft ${css.quote}`}>
      {author && <span className="g-strong">{quoted[author]}</span>}
      <p className="g-break">{text || 'An earlier message'}</p>
    </blockquote>
  );
}

/** When it was written: with the day, where it arrived on another one and stands below that. */
function WrittenAt({ at, arrivedAt, timezone }: { at: string; arrivedAt: string; timezone: string }) {
  const isOtherDay = dateOf(at, timezone) !== dateOf(arrivedAt, timezone);
  return (
    <time dateTime={at}>
      {isOtherDay && `${shortDate(at, timezone, arrivedAt)}, `}
      {timeOf(at, timezone)}
    </time>
  );
}

/** A note that the customer never sees: its words and its colour say so. */
function NoteBubble({ message, timezone }: Pick<Props, 'message' | 'timezone'>) {
  const isWaiting = message.version === 0 || isPending(message);
  return (
    <div className={`g-stack g-start ${css.right}`} data-message={message.id} role="group" aria-label="Private note">
      <div className={classes(css.bubble, css.private, isWaiting && css.unsaved)}>
        <p className="g-row g-text-12 g-gap-6 g-strong g-warn">
          <LockClosed16Regular aria-hidden="true" /> Private note
        </p>
        <SafeText text={message.message} />
        <p className={`g-row g-end g-gap-4 g-size-12 g-soft g-line-18 ${css.foot}`}>
          {isWaiting ? (
            <>
              <Clock16Regular aria-hidden="true" /> Waiting to save
            </>
          ) : (
            <>
              <bdi>{message.author_name}</bdi>
              <WrittenAt
                at={message.composed_at ?? message.created_at}
                arrivedAt={message.created_at}
                timezone={timezone}
              />
            </>
          )}
        </p>
      </div>
    </div>
  );
}

interface RefusedProps {
  reply: RefusedReply;
  timezone: string;
  onSend: (reply: RefusedReply) => void;
  onEdit: (reply: RefusedReply) => void;
  onDiscard: (reply: RefusedReply) => void;
}

/** A reply that the server refused: it asks before it is sent anyway. */
export function RefusedBubble({ reply, timezone, onSend, onEdit, onDiscard }: RefusedProps) {
  const { why, submitLabel } = confirmationMessages(reply.code);
  return (
    <div
      className={`g-stack g-start ${css.right}`}
      role="group"
      aria-label={`Reply that was not sent: ${reply.message}`}
    >
      <div className={`${css.bubble} ${css.own} ${css.failed}`}>
        <SafeText text={reply.message} />
        <p className={`g-row g-end g-gap-4 g-size-12 g-faint g-line-18 ${css.foot}`}>
          <time dateTime={reply.at}>{timeOf(reply.at, timezone)}</time>
        </p>
      </div>
      <Ways words={why}>
        <button type="button" onClick={() => onSend(reply)}>
          {submitLabel}
        </button>
        <button type="button" onClick={() => onEdit(reply)}>
          Edit
        </button>
        <button type="button" onClick={() => onDiscard(reply)}>
          Discard
        </button>
      </Ways>
    </div>
  );
}

function Ways({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className={`g-row g-wrap g-end g-size-13 g-bad ${css.ways}`}>
      <span>
        <ErrorCircle16Filled aria-hidden="true" /> {words}
      </span>
      {children}
    </div>
  );
}

const ticks: Record<string, string> = { sent: 'Sent', delivered: 'Delivered', read: 'Read' };

/** Delivery status: one tick sent, two delivered, two coloured read. */
function Ticks({ status }: { status: string }) {
  const word = ticks[status];
  if (!word) {
    return (
      <span role="img" aria-label="On its way" title="On its way">
        <Clock16Regular />
      </span>
    );
  }
  return (
    <span role="img" aria-label={word} title={word} className={classes(css.ticks, status === 'read' && css.read)}>
      <Checkmark16Regular />
      {status !== 'sent' && <Checkmark16Regular />}
    </span>
  );
}
