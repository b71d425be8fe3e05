import { memo, type ReactNode } from 'react';
import { Bot16Regular, Checkmark16Regular, Clock16Regular, ErrorCircle16Filled } from '@fluentui/react-icons';
import { isPending } from '../../data/live.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { classes } from '../../ui/classes.ts';
import type { MessageRow, RefusedReply } from './queries.ts';
import { SafeText } from './SafeText.tsx';
import css from './stream.module.css';
import { confirmationMessages, failureLabels } from './labels.ts';

interface Props {
  message: MessageRow;
  timezone: string;
  isSentAgain: boolean;
  onAgain: (message: MessageRow) => void;
  onEdit: (message: MessageRow) => void;
}

/** One message. The customer's stand on the left, ours on the right; what is not sent is dashed, what failed is red with its ways out. */
export const Bubble = memo(function Bubble({ message, timezone, isSentAgain, onAgain, onEdit }: Props) {
  const { author, author_name: name, created_at: at, composed_at: composedAt } = message;
  if (author === 'system') return <p className={css.note}>{message.message}</p>;
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
    <div className={classes(css.place, isOurs && css.right)} data-message={message.id}>
      <div className={classes(...look)}>
        {author === 'bot' && (
          <p className={css.author}>
            <Bot16Regular aria-hidden="true" /> {name ?? 'Bot'}
          </p>
        )}
        <SafeText text={message.message} />
        <p className={css.foot}>
          {isWaiting ? (
            <>
              <Clock16Regular aria-hidden="true" /> Waiting to send
            </>
          ) : (
            <>
              <time dateTime={at}>{timeOf(isOurs ? (composedAt ?? at) : at, timezone)}</time>
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
              <button type="button" onClick={() => onAgain(message)}>
                Try again
              </button>
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

interface RefusedProps {
  reply: RefusedReply;
  timezone: string;
  onSend: (reply: RefusedReply) => void;
  onEdit: (reply: RefusedReply) => void;
  onDiscard: (reply: RefusedReply) => void;
}

/** A reply that the server did not take: it asks before it goes. */
export function RefusedBubble({ reply, timezone, onSend, onEdit, onDiscard }: RefusedProps) {
  const { why, doWords } = confirmationMessages(reply.code);
  return (
    <div className={`${css.place} ${css.right}`} role="group" aria-label={`Reply that was not sent: ${reply.message}`}>
      <div className={`${css.bubble} ${css.own} ${css.failed}`}>
        <SafeText text={reply.message} />
        <p className={css.foot}>
          <time dateTime={reply.at}>{timeOf(reply.at, timezone)}</time>
        </p>
      </div>
      <Ways words={why}>
        <button type="button" onClick={() => onSend(reply)}>
          {doWords}
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
    <div className={css.ways}>
      <span>
        <ErrorCircle16Filled aria-hidden="true" /> {words}
      </span>
      {children}
    </div>
  );
}

const ticks: Record<string, string> = { sent: 'Sent', delivered: 'Delivered', read: 'Read' };

/** How far a message has come: one tick sent, two delivered, two in colour read. */
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
