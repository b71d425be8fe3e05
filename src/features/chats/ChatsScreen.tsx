import { lazy, Suspense, useMemo, useState } from 'react';
import { Chat20Regular } from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import { matchRoute } from '../../../contract/routes.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useLive, useRows } from '../../data/live.ts';
import { links } from '../../links.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { useSyncState } from '../../sync/runtime/client.ts';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { useMinute } from '../../ui/use-minute.ts';
import {
  chosenChats,
  isUnread,
  labelsOf,
  readChatFilters,
  writeChatFilters,
  type ChatFilters,
  type OpenChat,
} from './chat-filters.ts';
import { hasChatbot, unpaused } from './chatbot.ts';
import { ChatList } from './ChatList.tsx';
import css from './chats.module.css';
import { allChats, chatsMentioning, ownReplies, type ChatRow } from './queries.ts';

const Thread = lazy(() => import('./Thread.tsx').then((module) => ({ default: module.Thread })));
const CustomerPane = lazy(() => import('./CustomerPane.tsx').then((module) => ({ default: module.CustomerPane })));

const WIDE = '(min-width: 1280px)';

/** The chats, unread first; beside them the open one and, from 1280 px on, its customer. A phone shows one of the three at a time. */
export function ChatsScreen() {
  const restaurant = useRestaurant();
  return restaurant ? <Chats restaurant={restaurant} /> : null;
}

function Chats({ restaurant }: { restaurant: Restaurant }) {
  const [path, navigate] = useLocation();
  const query = useSearch();
  const now = useMinute();
  const sync = useSyncState();
  const isPhone = useMedia(PHONE);
  const isWide = useMedia(WIDE);
  const hasBot = hasChatbot(restaurant);
  const rows = useRows('chats', allChats, []);
  const chats = useMemo(() => (hasBot ? rows : rows?.map(unpaused)), [rows, hasBot]);
  const own = useLive(ownReplies, []);
  const filters = readChatFilters(query);
  const mentioning = useLive((db) => chatsMentioning(db, filters.search), [filters.search]);
  const { customerId = null } = matchRoute(path)?.params ?? {};
  const chat = customerId === null ? null : chosen(chats, customerId, new URLSearchParams(query).get('chat'));
  const open = useOpenChat(chat);
  const isLoading = chats === undefined || (chats.length === 0 && sync !== undefined && !sync.isComplete);

  const change = (patch: Partial<ChatFilters>) =>
    navigate(path + asQuery({ ...filters, ...patch }, new URLSearchParams(query).get('chat')), { replace: true });
  const linkTo = (row: ChatRow) =>
    links.chat(row.customer_id, {
      ...writeChatFilters(filters),
      // Only if the customer has a newer chat, to keep shared addresses short.
      chat: chosen(chats, row.customer_id, null)?.id === row.id ? undefined : row.id,
    });
  const isThreadAlone = isPhone && customerId !== null;

  return (
    <Page
      // On a phone the chat is a separate page, whose heading takes the focus.
      key={isThreadAlone ? customerId : 'chats'}
      title={isThreadAlone ? (chat?.customer_name ?? 'Chat') : 'Chats'}
      breadcrumb={isThreadAlone ? [{ label: 'Chats', to: links.chats(writeChatFilters(filters)) }] : []}
      isFlush
      className={css.screen}
    >
      {!isThreadAlone && (
        <ChatList
          chats={isLoading ? null : chosenChats(chats, filters, now, open, mentioning)}
          all={chats ?? []}
          own={own ?? noReplies}
          current={chat?.id ?? null}
          filters={filters}
          hasBot={hasBot}
          timezone={restaurant.timezone}
          now={now}
          change={change}
          linkTo={linkTo}
        />
      )}
      {(!isPhone || isThreadAlone) && (
        <section
          className={classes('g-flex g-narrow g-surface-2', css.thread)}
          aria-label={chat ? `Chat with ${chat.customer_name}` : 'Chat'}
        >
          {chat && (
            <Suspense>
              <Thread
                key={chat.id}
                chat={chat}
                known={labelsOf(chats ?? [])}
                restaurant={restaurant}
                now={now}
                isPhone={isPhone}
              />
            </Suspense>
          )}
          {chat === null && isLoading && chats !== undefined && customerId !== null && (
            <div className="g-inset-x-16">
              <SkeletonRows rows={6} rowHeight={64} label="Loading the chat" />
            </div>
          )}
          {chat === null && !isLoading && (chats.length > 0 || customerId !== null) && (
            <div className={css.middle}>
              <EmptyState
                icon={<Chat20Regular />}
                title={customerId === null ? 'Choose a chat' : 'This customer has no chat on this device'}
              >
                {customerId === null
                  ? 'What is written while you are offline is kept and sent in order.'
                  : 'It may have been deleted, or it is older than what this device keeps.'}
              </EmptyState>
            </div>
          )}
        </section>
      )}
      {isWide && chat && (
        <Suspense>
          <CustomerPane key={chat.customer_id} chat={chat} restaurant={restaurant} now={now} />
        </Suspense>
      )}
    </Page>
  );
}

function useOpenChat(chat: ChatRow | null): OpenChat | null {
  const [open, setOpen] = useState<OpenChat | null>(null);
  if ((chat?.id ?? null) === (open?.id ?? null)) return open;
  const next = chat && { id: chat.id, wasUnread: isUnread(chat) };
  setOpen(next);
  return next;
}

const noReplies: Awaited<ReturnType<typeof ownReplies>> = new Map();

/** The chat in the address, or the customer's newest. `chats` are sorted newest first. */
function chosen(chats: ChatRow[] | undefined, customerId: string, chatId: string | null): ChatRow | null {
  const theirs = (chats ?? []).filter((chat) => chat.customer_id === customerId);
  return theirs.find((chat) => chat.id === chatId) ?? theirs[0] ?? null;
}

function asQuery(filters: ChatFilters, chat: string | null): string {
  const words = { ...writeChatFilters(filters), ...(chat ? { chat } : {}) };
  const params = new URLSearchParams(
    Object.entries(words).filter((pair): pair is [string, string] => Boolean(pair[1])),
  );
  return params.size > 0 ? `?${params}` : '';
}
