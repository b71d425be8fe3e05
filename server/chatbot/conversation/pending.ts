import type { Args } from '../../../contract/call.ts';
import type { placeOrder } from '../../../contract/storefront/calls.ts';
import type { Language } from '../answer/lexicon.ts';

/** What a reservation in a chat has so far; null: it is asked for. */
export interface PendingReservation {
  kind: 'reservation';
  /** In which it began. */
  language?: Language;
  step: 'guests' | 'date' | 'time' | 'half' | 'name' | 'phone' | 'confirm';
  guests: number | null;
  date: string | null;
  /** On the restaurant's clock, "19:30". */
  time: string | null;
  /** Without "am" or "pm": "7:30" may be either. */
  isHalfOpen: boolean;
  name: string | null;
  phone: string | null;
  /** Set when a summary was shown: exactly this is booked. */
  starts_at: string | null;
  question: string;
  misses: number;
}

type BasketLine = Args<typeof placeOrder>['body']['lines'][number];

/** A dish that was chosen; prices are read from the menu whenever they are needed. */
export type PendingLine = Pick<BasketLine, 'menu_item_id' | 'quantity' | 'variant_id' | 'note'> & {
  modifiers: NonNullable<BasketLine['modifiers']>;
};

/** Words that mean one of several dishes. */
export interface Unclear {
  item_ids: string[];
  quantity: number;
  text: string;
}

/** What an order in a chat has so far; null: it is asked for. */
export interface PendingOrder {
  kind: 'order';
  language?: Language;
  step:
    | 'dishes'
    | 'which'
    | 'variant'
    | 'group'
    | 'type'
    | 'when'
    | 'postcode'
    | 'address'
    | 'name'
    | 'phone'
    | 'confirm';
  lines: PendingLine[];
  unclear: Unclear[];
  /** Whose variant or choices are asked for, and of which group. */
  line: number;
  group_id: string | null;
  order_type: 'pickup' | 'delivery' | null;
  /** For when it is; missing or without both: as soon as possible. */
  date?: string | null;
  /** On the restaurant's clock, "19:30". */
  time?: string | null;
  isHalfOpen?: boolean;
  /** Promotion codes. */
  codes?: string[];
  postal_code: string | null;
  line_1: string | null;
  city: string | null;
  name: string | null;
  phone: string | null;
  /** Set when a summary was shown: nothing is ordered for another total. */
  total_amount: number | null;
  /** The message whose catalogue cart began it. */
  cart_message_id: string | null;
  question: string;
  misses: number;
}

/** What was just done: a second "yes" does not do it again. */
export interface Done {
  kind: 'done';
  text: string;
}

/** What is going on in a chat. `question`: as it was put, for when it is put again. */
export type Pending = PendingReservation | PendingOrder | Done;
