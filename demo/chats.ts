import type { Chat, ChatMessage } from '../contract/chats/calls.ts';
import type { Customer } from '../contract/customers/calls.ts';
import type { Order } from '../contract/orders/calls.ts';
import type { Actor } from '../contract/fields.ts';
import { openStatuses } from '../contract/orders/status.ts';
import { previewOf } from '../server/chats/write.ts';
import { newId } from '../server/platform/ids.ts';
import { iso, MINUTE } from './kitchen.ts';
import { DEMO_OWNER } from './restaurant.ts';

type Row<T> = Omit<T, 'version'>;
type Line = [minutesAgo: number, author: 'customer' | 'staff', message: string];

const DAY = 24 * 60;

/**
 * Dialogues of the website's chat. `about`: by the customer of the newest order with that status, whose number replaces #; otherwise
 * by somebody without an order in the kitchen.
 */
const dialogues: { about?: Order['order_status']; lines: Line[]; isRead: boolean; isPaused: boolean }[] = [
  {
    about: 'pending',
    lines: [
      [0.7, 'customer', 'Hi, I just ordered #. Could you leave the coriander off everything please?'],
      [0.3, 'customer', 'And one more question: is the korma made with cashews?'],
    ],
    isRead: false,
    isPaused: false,
  },
  {
    about: 'out_for_delivery',
    lines: [
      [26, 'customer', 'Is order # on its way? It said 40 minutes'],
      [23, 'staff', 'Your driver has just left, about ten minutes.'],
      [22, 'customer', 'Brilliant, thank you'],
      [3, 'customer', 'He is at the wrong gate, it is the second door on Effra Road'],
    ],
    isRead: false,
    isPaused: true,
  },
  {
    lines: [
      [55, 'customer', 'Do you take a table for six at eight tomorrow?'],
      [49, 'staff', 'We do. May I put it under your name?'],
      [47, 'customer', 'Yes please. One of us is coeliac'],
      [44, 'staff', 'Noted. The tandoor dishes and most curries are fine, we will show you which.'],
      [43, 'customer', 'Perfect, see you then'],
    ],
    isRead: true,
    isPaused: true,
  },
  {
    lines: [
      [3 * 60, 'customer', 'Do you deliver to SW2 5SG?'],
      [3 * 60 - 6, 'staff', 'Yes, until half past ten. Delivery is free over £30.'],
    ],
    isRead: true,
    isPaused: true,
  },
  {
    lines: [[9, 'customer', 'Are you still taking orders tonight?']],
    isRead: false,
    isPaused: false,
  },
  {
    lines: [
      [DAY + 40, 'customer', 'The garlic naan was missing from my bag last night'],
      [DAY + 31, 'staff', 'I am sorry about that. There is one on us with your next order, just say so in the note.'],
      [DAY + 30, 'customer', 'That is kind, thanks'],
    ],
    isRead: true,
    isPaused: true,
  },
  {
    lines: [
      [2 * DAY + 300, 'customer', 'Which of the starters are vegan?'],
      [2 * DAY + 290, 'staff', 'Onion bhaji, vegetable samosa and the aloo tikki. No ghee in any of them.'],
    ],
    isRead: true,
    isPaused: true,
  },
  {
    lines: [
      [5 * DAY + 90, 'customer', 'Could I get an invoice for the office lunch?'],
      [5 * DAY + 70, 'staff', 'Of course, it is in your e-mail now.'],
      [5 * DAY + 66, 'customer', 'Got it'],
    ],
    isRead: true,
    isPaused: true,
  },
];

export interface DemoChats {
  chats: Row<Chat>[];
  messages: Row<ChatMessage>[];
  /** The customers and their chats. */
  customers: Row<Customer>[];
}

/** Chats of the newest customers; the newest are unread. */
export function makeChats(customers: Row<Customer>[], orders: Row<Order>[], now: Date): DemoChats {
  const newestFirst = orders.toSorted((a, b) => b.placed_at.localeCompare(a.placed_at));
  const inKitchen = new Set(newestFirst.filter(isOpen).map((order) => order.customer_id));
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  const usedPhones = new Set<string | null>([null]);
  const chats: Row<Chat>[] = [];
  const messages: Row<ChatMessage>[] = [];
  for (const dialogue of dialogues) {
    const { about } = dialogue;
    const newest = newestFirst.find(
      ({ customer_id, order_status }) =>
        !usedPhones.has(customer_id) && (about ? order_status === about : !inKitchen.has(customer_id)),
    );
    const customer = newest && byId.get(newest.customer_id ?? '');
    if (!customer) continue;
    usedPhones.add(customer.id);
    const open = newestFirst.filter((order) => order.customer_id === customer.id && isOpen(order));
    const id = newId(new Date(now.getTime() - dialogue.lines[0]![0] * MINUTE));
    const rows = dialogue.lines.map(([minutesAgo, author, text]) => {
      const message = text.replace('#', `#${newest.order_no}`);
      return messageOf({ chatId: id, author, message, at: now.getTime() - minutesAgo * MINUTE, customer });
    });
    messages.push(...rows);
    chats.push(chatOf({ id, customer, messages: rows, ...dialogue, open: open.map((order) => order.id) }));
  }
  const chatIds = new Map(chats.map((chat) => [chat.customer_id, chat.id]));
  return {
    chats,
    messages,
    customers: customers.map((customer) => ({ ...customer, chat_id: chatIds.get(customer.id) ?? null })),
  };
}

const isOpen = (order: Row<Order>) => openStatuses.includes(order.order_status);

interface TimedMessage {
  chatId: string;
  author: Line[1];
  message: string;
  at: number;
  customer: Row<Customer>;
}

function messageOf({ chatId, author, message, at, customer }: TimedMessage): Row<ChatMessage> {
  const time = iso(at);
  const isStaff = author === 'staff';
  const actor: Actor = isStaff
    ? { kind: 'user', id: null, name: DEMO_OWNER }
    : { kind: 'customer', id: customer.id, name: customer.name };
  return {
    id: newId(new Date(at)),
    created_at: time,
    updated_at: time,
    deleted_at: null,
    updated_by: actor,
    chat_id: chatId,
    author,
    author_name: actor.name,
    type: 'text',
    message,
    attachments: [],
    quote: null,
    delivery_status: isStaff ? 'read' : 'delivered',
    failure_code: null,
    provider_message_id: null,
    is_private: false,
    composed_at: time,
    sent_at: time,
    delivered_at: time,
    read_at: isStaff ? time : null,
  };
}

interface Held {
  id: string;
  customer: Row<Customer>;
  messages: Row<ChatMessage>[];
  isRead: boolean;
  isPaused: boolean;
  open: string[];
}

function chatOf({ id, customer, messages, isRead, isPaused, open }: Held): Row<Chat> {
  const [first, last] = [messages[0]!, messages.at(-1)!];
  const reply = messages.findLast((one) => one.author === 'staff') ?? null;
  const inbound = messages.filter((one) => one.author === 'customer');
  const upto = isRead ? last.created_at : (reply?.created_at ?? null);
  const pausedAt = isPaused ? (reply?.created_at ?? null) : null;
  return {
    id,
    created_at: first.created_at,
    updated_at: last.created_at,
    deleted_at: null,
    updated_by: last.updated_by,
    customer_id: customer.id,
    customer_name: customer.name,
    channel_type: 'website',
    is_paused: pausedAt !== null,
    paused_at: pausedAt,
    pause_changed_at: pausedAt,
    pause_op_id: null,
    paused_by: pausedAt && DEMO_OWNER,
    pause_reason: pausedAt === null ? null : 'staff_reply',
    paused_until: null,
    needs_human: false,
    unread_count: inbound.filter((one) => upto === null || one.created_at > upto).length,
    read_upto: upto,
    last_message_preview: previewOf(last.message),
    last_message_author: last.author,
    last_message_at: last.created_at,
    last_inbound_at: inbound.at(-1)?.created_at ?? null,
    reply_window_closes_at: null,
    labels: [],
    open_order_ids: open,
  };
}
