import type { Chat } from '../../../contract/chats/calls.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter, DoneEntry, OutboxEntry } from '../../data/db.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { describeChat, describeChatRefusal, isOfChat } from '../chats/describe.ts';
import { describeCustomer, describeCustomerRefusal, isOfCustomer } from '../customers/describe.ts';
import { describeMenu, describeMenuRefusal } from '../menu/describe.ts';
import { describeReading, isReading } from '../notifications/describe.ts';
import { describeOrdering, describeOrderingRefusal, isOrdering } from '../ordering/describe.ts';
import { describeOrder, describeOrderRefusal, describeStanding } from '../orders/describe.ts';
import type { UnsentView } from './queries.ts';

export interface Teller {
  /** The words of a change: each feature writes those of its own calls. */
  tell: (entry: OutboxEntry | DoneEntry, fallback?: unknown) => Described;
  tellRefusal: (letter: DeadLetter) => Refusal;
  /** What stands where a change that is done did not take effect as it was made. */
  tellStanding: (entry: DoneEntry) => string | null;
}

export function tellerOf(
  { rows, categories }: Pick<UnsentView, 'rows' | 'categories'>,
  restaurant: Restaurant,
  now: number,
): Teller {
  // A reply is a row of its own; its words need the chat that it is in.
  const chatOf = (entry: Pick<OutboxEntry, 'path'>) => (rows.get(`chats:${entry.path.id}`) as Chat | undefined) ?? null;
  return {
    tell: (entry, fallback = null) => {
      const [touch] = entry.touches;
      const row = (touch && rows.get(touch)) ?? fallback;
      if (isReading(entry)) return describeReading(entry);
      if (isOrdering(entry)) return describeOrdering(entry, restaurant, now);
      if (isOfChat(entry)) return describeChat(entry, chatOf(entry));
      if (isOfCustomer(entry)) return describeCustomer(entry, row as Customer | null);
      if (entry.call.startsWith('orders.')) return describeOrder(entry, row as Order | null);
      const category = categories.get(entry.path.categoryId ?? '') ?? null;
      return describeMenu(entry, row as Parameters<typeof describeMenu>[1], { restaurant, now, category });
    },
    tellRefusal: (letter) => {
      if (letter.reason === 'lost') return lost;
      if (letter.error?.code === 'pin_needed') return closed;
      if (letter.error?.code === 'not_offered') return notOffered;
      if (letter.reason === 'uncertain' && !isOfChat(letter.entry)) return uncertain;
      if (isOrdering(letter.entry)) return describeOrderingRefusal(letter, restaurant, now);
      if (isOfChat(letter.entry)) return describeChatRefusal(letter, chatOf(letter.entry));
      if (isOfCustomer(letter.entry)) return describeCustomerRefusal(letter, restaurant.timezone, now);
      return letter.entry.call.startsWith('orders.')
        ? describeOrderRefusal(letter, restaurant, now)
        : describeMenuRefusal(letter, { restaurant, now });
    },
    tellStanding: (entry) =>
      entry.standing === undefined ? null : describeStanding(entry, entry.standing as Order | null, restaurant, now),
  };
}

const closed: Refusal = {
  why: 'This device was in kitchen mode, and this needs the PIN. Open the settings with it, then send the change again.',
  pair: null,
  restoreWords: 'Send it again',
  keepWords: 'Leave it',
};

const notOffered: Refusal = {
  why: 'The server of this restaurant does not offer it. Nothing was changed.',
  pair: null,
  restoreWords: null,
  keepWords: 'Understood',
};

const uncertain: Refusal = {
  why: 'The line broke while it was sent, and it is not to be found on the server. Look before you send it again.',
  pair: null,
  restoreWords: 'Send it again',
  keepWords: 'Leave it',
};

const lost: Refusal = {
  why: 'It was sent, and the server was then set back to an earlier moment.',
  pair: null,
  restoreWords: 'Send it again',
  keepWords: 'Leave it',
};
