import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ArrowDown16Regular, Pause16Regular } from '@fluentui/react-icons';
import { VList, type VListHandle } from 'virtua';
import { dayLabel, timeOf } from '../../lib/wall-clock.ts';
import { Bubble, RefusedBubble } from './Bubble.tsx';
import type { ChatRow, MessageRow, RefusedReply } from './queries.ts';
import type { StreamItem } from './stream.ts';
import css from './stream.module.css';
import { capital } from '../../lib/capital.ts';

interface Props {
  items: StreamItem[];
  chat: ChatRow;
  timezone: string;
  now: number;
  hasEarlier: boolean;
  onEarlier: () => void;
  onAgain: (message: MessageRow) => void;
  onEditFailed: (message: MessageRow) => void;
  onSendAnyway: (reply: RefusedReply) => void;
  onEditRefused: (reply: RefusedReply) => void;
  onDiscard: (reply: RefusedReply) => void;
  onTemplate: () => void;
  onQuote: ((message: MessageRow) => void) | null;
}

/** Closer to the end than this, px, counts as at the end. */
const NEAR = 48;
/** Earlier messages load when their place is this close, px. */
const SOON = 800;

/** The messages, anchored to the end. Only visible ones are in the page, however long the chat is. */
export function Stream(props: Props) {
  const { items, chat, timezone, now, hasEarlier, onEarlier } = props;
  const list = useRef<VListHandle>(null);
  const isAtEnd = useRef(true);
  const lastOffset = useRef(0);
  /** How many messages there were at the last request for earlier ones, to ask only once. */
  const askedAt = useRef(0);
  const { isPrepended, fresh, forget, newest } = useChanges(items);

  const frame = useRef<HTMLDivElement>(null);
  const toEnd = () => scrollToEnd(frame);
  useLayoutEffect(() => {
    // One's own message scrolls into view from anywhere.
    if (isAtEnd.current || newest?.isOwn) {
      isAtEnd.current = true;
      scrollToEnd(frame);
    }
  }, [items.length, newest?.key, newest?.isOwn]);

  // Before the first paint, because from then on people can scroll.
  useLayoutEffect(() => settleAtEnd(frame, isAtEnd), []);

  const onScroll = (offset: number) => {
    const view = list.current;
    if (!view) return;
    // Only scrolling up leaves the end; the list also scrolls by itself while its rows are measured.
    if (view.scrollSize - offset - view.viewportSize < NEAR) isAtEnd.current = true;
    else if (offset < lastOffset.current) isAtEnd.current = false;
    lastOffset.current = offset;
    if (isAtEnd.current && fresh > 0) forget();
    if (offset < SOON && hasEarlier && !isAtEnd.current && askedAt.current !== items.length) {
      askedAt.current = items.length;
      onEarlier();
    }
  };

  return (
    <div className="g-grow g-low g-relative" ref={frame}>
      <VList
        ref={list}
        className={css.list}
        role="region"
        aria-label={`Messages with ${chat.customer_name}`}
        tabIndex={0}
        shift={isPrepended}
        data={items}
        onScroll={onScroll}
        onResize={() => isAtEnd.current && toEnd()}
      >
        {(item) => (
          <div key={item.key} className={css.item}>
            {partOf(item, props)}
          </div>
        )}
      </VList>
      <Announced items={items} name={chat.customer_name} />
      {fresh > 0 && (
        <button
          type="button"
          className={`g-inline g-primary g-gap-6 g-strong g-size-13 g-pad-x-14 g-absolute g-shadow ${css.pill}`}
          onClick={() => {
            isAtEnd.current = true;
            forget();
            toEnd();
          }}
        >
          {fresh} new <ArrowDown16Regular />
        </button>
      )}
    </div>
  );

  function partOf(
    item: StreamItem,
    { onAgain, onEditFailed, onSendAnyway, onEditRefused, onDiscard, onTemplate, onQuote }: Props,
  ): ReactNode {
    switch (item.kind) {
      case 'day':
        return <p className={`g-strong ${css.day}`}>{capital(dayLabel(item.at, timezone, now))}</p>;
      case 'paused':
        return (
          <p className={css.note}>
            <Pause16Regular aria-hidden="true" /> The bot was paused at {timeOf(item.at, timezone)}
          </p>
        );
      case 'message':
        return (
          <Bubble
            message={item.message}
            timezone={timezone}
            isSentAgain={item.isSentAgain}
            onAgain={onAgain}
            onEdit={onEditFailed}
            onTemplate={onTemplate}
            onQuote={onQuote}
          />
        );
      case 'refused':
        return (
          <RefusedBubble
            reply={item.reply}
            timezone={timezone}
            onSend={onSendAnyway}
            onEdit={onEditRefused}
            onDiscard={onDiscard}
          />
        );
    }
  }
}

/** Scrolls once, at once. The list's own `scrollToIndex` repeats itself while rows are measured, even when somebody scrolls away. */
function scrollToEnd(frame: RefObject<HTMLDivElement | null>): void {
  const view = frame.current?.querySelector('[role="region"]');
  if (view) view.scrollTop = view.scrollHeight;
}

const SETTLE_MS = [120, 400, 900];

/**
 * A slow device measures rows later than the list waits for them, which would open the chat a little above its end. So this scrolls
 * there again until somebody touches the page.
 */
function settleAtEnd(frame: RefObject<HTMLDivElement | null>, isAtEnd: RefObject<boolean>): () => void {
  const go = () => {
    isAtEnd.current = true;
    scrollToEnd(frame);
  };
  const timers = SETTLE_MS.map((ms) => setTimeout(go, ms));
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
    for (const event of holds) document.removeEventListener(event, stop);
  };
  for (const event of holds) document.addEventListener(event, stop);
  return stop;
}

const holds = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** How the list has changed since the last render: whether earlier messages were added before it, and how many by the customer after it. */
function useChanges(items: StreamItem[]) {
  const first = items[0]?.key;
  const firstMessage = items.find((item) => item.kind === 'message')?.key;
  const last = items.findLast((item) => item.kind === 'message');
  const [seen, setSeen] = useState({ firstMessage, last: last?.key, isPrepended: false, fresh: 0, first });
  if (firstMessage !== seen.firstMessage || last?.key !== seen.last) {
    const from = items.findLastIndex((item) => item.key === seen.last);
    const added = from === -1 ? [] : items.slice(from + 1).filter(isInbound);
    setSeen({
      first,
      firstMessage,
      last: last?.key,
      isPrepended: firstMessage !== seen.firstMessage && last?.key === seen.last,
      fresh: seen.fresh + added.length,
    });
  }
  return {
    isPrepended: seen.isPrepended,
    fresh: seen.fresh,
    forget: () => setSeen((before) => ({ ...before, fresh: 0 })),
    newest: last && { key: last.key, isOwn: last.message.author === 'staff' && last.message.version === 0 },
  };
}

/** Announces the customer's newest message to screen readers. */
function Announced({ items, name }: { items: StreamItem[]; name: string }) {
  const last = items.findLast(isInbound);
  const [first] = useState(last?.key);
  // A message that was there when the chat opened is read with the rest of it.
  const said = last?.kind === 'message' && last.key !== first ? last.message.message : '';
  return (
    <p className="g-hidden" role="log" aria-live="polite">
      {said && `${name}: ${said}`}
    </p>
  );
}

const isInbound = (item: StreamItem): boolean => item.kind === 'message' && item.message.author === 'customer';
