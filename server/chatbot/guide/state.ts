import { and, eq } from 'drizzle-orm';
import type { Args } from '../../../contract/call.ts';
import type { Point } from '../../../contract/delivery/rows.ts';
import type { placeOrder } from '../../../contract/storefront/calls.ts';
import { chatbot_conversations } from '../../db/schema/chats.ts';
import type { ChatDraft } from '../../../contract/chats/calls.ts';
import type { Tx } from '../../db/tx.ts';
import type { Language } from '../languages/language.ts';

type BasketLine = Args<typeof placeOrder>['body']['lines'][number];
export type Chosen = NonNullable<BasketLine['modifiers']>[number];

/** What is written is accepted as the answer to this, and as nothing else. */
type Expected = 'quantity' | 'words' | 'note' | 'postcode' | 'address' | 'name' | 'phone';

/** How far a customer is in the guide. Prices, times and tables are read whenever they are needed. */
export interface State {
  /** Chosen by the customer; null: as they write. */
  language: Language | null;
  /** Rises with every step: a button of an earlier one is known by it. */
  step: number;
  goal: 'order' | 'table' | null;
  /** The dish that is being chosen. `passed`: groups that nothing more is wanted of. */
  dish: { id: string; variant_id?: string; modifiers: Chosen[]; passed: string[] } | null;
  lines: BasketLine[];
  expects: Expected | null;
  type: 'pickup' | 'delivery' | null;
  area: string | null;
  postcode: string | null;
  address: string | null;
  /** Where it is, of a location that the customer sent. */
  point: Point | null;
  /** An instant, or as soon as possible. */
  when: string | null;
  name: string | null;
  phone: string | null;
  guests: number | null;
  date: string | null;
  starts_at: string | null;
  /** The booking of this chat that gets another time or party, by its token. */
  moves: string | null;
  /** What was shown last, and its total: exactly this is ordered or booked. */
  summary: { id: string; total: number } | null;
  /** What was made in this chat, newest last. */
  made: { kind: 'order' | 'table'; number: string; token: string }[];
  misses: number;
  /** What was offered last: whoever writes one of the titles has pressed it. */
  offered: { id: string; title: string }[];
}

export const blank: State = {
  language: null,
  step: 0,
  goal: null,
  dish: null,
  lines: [],
  expects: null,
  type: null,
  area: null,
  postcode: null,
  address: null,
  point: null,
  when: null,
  name: null,
  phone: null,
  guests: null,
  date: null,
  starts_at: null,
  moves: null,
  summary: null,
  made: [],
  misses: 0,
  offered: [],
};

/** Nothing is under way any more; what was made and the language stay. */
export const ended = ({ language, step, made, name, phone }: State): State => ({
  ...blank,
  language,
  step,
  made,
  name,
  phone,
});

/** Of a table nothing is under way any more; a basket stays. */
export const withoutTable = (state: State): State => ({
  ...state,
  goal: state.lines.length > 0 || state.dish ? 'order' : null,
  guests: null,
  date: null,
  starts_at: null,
  moves: null,
  summary: null,
  expects: null,
});

/** Whether a message is what the bot has asked for last: a choice, or something to write. */
export const isAwaited = ({ offered, expects }: State, { choice_id }: { choice_id: string | null }): boolean =>
  expects !== null || (choice_id !== null && offered.length > 0);

/** What the customer chose and has not finished, as staff can finish it; null: nothing. */
export function draftOf(state: State, at: string): ChatDraft | null {
  const { lines, type, address, postcode, area, when, guests, date, starts_at, name, phone } = state;
  const isOrder = state.goal === 'order' && lines.length > 0;
  // Of a booking that changes nothing is left to finish: it stands as it is.
  const isTable = state.goal === 'table' && guests !== null && state.moves === null;
  if (!isOrder && !isTable) return null;
  return {
    at,
    name,
    phone,
    order: isOrder
      ? {
          order_type: type,
          lines,
          address: address ?? area,
          postal_code: postcode,
          scheduled_for: when !== null && !Number.isNaN(Date.parse(when)) ? when : null,
        }
      : null,
    table: isTable ? { guests_count: guests, date, starts_at } : null,
  };
}

/** What is under way is kept for a day, and what was made in the chat until it is over in any case. */
const KEPT_MS = 24 * 60 * 60_000;
const MADE_KEPT_MS = 120 * KEPT_MS;

interface Scope {
  db: Tx;
  restaurantId: string;
}

const ofChat = (restaurantId: string, chatId: string) =>
  and(eq(chatbot_conversations.restaurant_id, restaurantId), eq(chatbot_conversations.chat_id, chatId));

export async function readState({ db, restaurantId }: Scope, chatId: string, now: Date): Promise<State> {
  const [row] = await db.select().from(chatbot_conversations).where(ofChat(restaurantId, chatId)).limit(1);
  if (!row || Date.parse(row.expires_at) <= now.getTime()) return blank;
  // Only saveState writes it; what an older version of the guide stored has no step.
  const state = row.state as Partial<State>;
  const known = typeof state.step === 'number' ? { ...blank, ...state } : blank;
  return Date.parse(row.asked_at) + KEPT_MS > now.getTime() ? known : { ...ended(known), name: null, phone: null };
}

export async function saveState({ db, restaurantId }: Scope, chatId: string, state: State, now: Date): Promise<void> {
  const row = {
    state,
    asked_at: now.toISOString(),
    expires_at: new Date(now.getTime() + (state.made.length > 0 ? MADE_KEPT_MS : KEPT_MS)).toISOString(),
  };
  await db
    .insert(chatbot_conversations)
    .values({ restaurant_id: restaurantId, chat_id: chatId, ...row })
    .onConflictDoUpdate({ target: [chatbot_conversations.restaurant_id, chatbot_conversations.chat_id], set: row });
}
