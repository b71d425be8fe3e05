import type { InventoryItem } from '../../../contract/inventory/calls.ts';
import type { Chat } from '../../../contract/chats/calls.ts';
import type { CannedReply } from '../../../contract/chats/canned-reply-calls.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import type { DeliveryLocation } from '../../../contract/delivery/rows.ts';
import type { Row, Table } from '../../../contract/entity.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Promotion } from '../../../contract/promotions/calls.ts';
import type { Reservation } from '../../../contract/reservations/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { partsOf } from '../../data/apply-pending.ts';
import type { DeadLetter, DoneEntry, OutboxEntry } from '../../data/db.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import {
  describeCannedReply,
  describeCannedReplyRefusal,
  describeChat,
  describeChatRefusal,
} from '../chats/describe.ts';
import {
  describeCustomer,
  describeCustomerImport,
  describeCustomerRefusal,
  describeImportRefusal,
  isCustomerImport,
} from '../customers/describe.ts';
import {
  describeInventory,
  describeInventoryRefusal,
  describePolicy,
  describePolicyRefusal,
  isPolicy,
} from '../inventory/describe.ts';
import {
  describeMenu,
  describeMenuRefusal,
  describeMenuStanding,
  describeUpload,
  describeUploadRefusal,
  isMenuUpload,
} from '../menu/describe.ts';
import { describeReading } from '../notifications/describe.ts';
import { describeOrdering, describeOrderingRefusal } from '../ordering/describe.ts';
import { describePromotion, describePromotionRefusal } from '../promotions/describe.ts';
import { describeOrder, describeOrderRefusal, describeStanding } from '../orders/describe.ts';
import {
  describeReservation,
  describeReservationRefusal,
  describeReservationSettings,
  describeReservationSettingsRefusal,
  isReservationSettings,
} from '../reservations/describe.ts';
import { describeLocation, describeLocationRefusal } from '../delivery/describe.ts';
import { describeSettings, describeSettingsRefusal, isSettings } from '../settings/describe.ts';
import type { UnsentView } from './queries.ts';

export interface Teller {
  /** The description of a change; each feature describes its own calls. */
  tell: (entry: OutboxEntry | DoneEntry, fallback?: unknown) => Described;
  tellRefusal: (letter: DeadLetter) => Refusal;
  /** The current state if a finished change did not take effect as it was made. */
  tellStanding: (entry: DoneEntry) => string | null;
}

interface Context {
  restaurant: Restaurant;
  now: number;
  /** A reply is a row of its own, but its description needs its chat. */
  chatOf: (entry: Pick<OutboxEntry, 'path'>) => Chat | null;
  categoryOf: (entry: Pick<OutboxEntry, 'path'>) => string | null;
}

interface Description {
  tell: (entry: OutboxEntry | DoneEntry, row: Row | null, context: Context) => Described;
  tellRefusal: (letter: DeadLetter, context: Context) => Refusal;
}

const ofMenu: Description = {
  tell: (entry, row, { restaurant, now, categoryOf }) =>
    describeMenu(entry, row as Parameters<typeof describeMenu>[1], { restaurant, now, category: categoryOf(entry) }),
  tellRefusal: (letter, context) => describeMenuRefusal(letter, context),
};

const ofChat: Description = {
  tell: (entry, _row, { chatOf }) => describeChat(entry, chatOf(entry)),
  tellRefusal: (letter, { chatOf }) => describeChatRefusal(letter, chatOf(letter.entry)),
};

/** By the table that the mutation changes: a new table needs its own description. */
const descriptions: Record<Table, Description> = {
  restaurants: {
    tell(entry, _row, { restaurant, now }) {
      if (isCustomerImport(entry)) return describeCustomerImport(entry);
      if (isMenuUpload(entry)) return describeUpload(entry);
      if (isSettings(entry)) return describeSettings(entry);
      if (isReservationSettings(entry)) return describeReservationSettings(entry);
      return isPolicy(entry) ? describePolicy(entry) : describeOrdering(entry, restaurant, now);
    },
    tellRefusal(letter, { restaurant, now }) {
      if (isCustomerImport(letter.entry)) return describeImportRefusal(letter);
      if (isMenuUpload(letter.entry)) return describeUploadRefusal(letter);
      if (isSettings(letter.entry)) return describeSettingsRefusal(letter, restaurant.timezone, now);
      if (isReservationSettings(letter.entry)) return describeReservationSettingsRefusal(letter);
      return isPolicy(letter.entry) ? describePolicyRefusal(letter) : describeOrderingRefusal(letter, restaurant, now);
    },
  },
  menu_books: ofMenu,
  menu_categories: ofMenu,
  menu_items: ofMenu,
  modifier_groups: ofMenu,
  orders: {
    tell: (entry, row) => describeOrder(entry, row as Order | null),
    tellRefusal: (letter, { restaurant, now }) => describeOrderRefusal(letter, restaurant, now),
  },
  notifications: { ...ofMenu, tell: (entry) => describeReading(entry) },
  customers: {
    tell: (entry, row) => describeCustomer(entry, row as Customer | null),
    tellRefusal: (letter, { restaurant, now }) => describeCustomerRefusal(letter, restaurant.timezone, now),
  },
  // Payments are recorded on their orders.
  payments: ofMenu,
  chats: ofChat,
  chat_messages: ofChat,
  inventory_items: {
    tell: (entry, row) => describeInventory(entry, row as InventoryItem | null),
    tellRefusal: (letter, { restaurant, now }) => describeInventoryRefusal(letter, restaurant, now),
  },
  promotions: {
    tell: (entry, row) => describePromotion(entry, row as Promotion | null),
    tellRefusal: (letter, { restaurant, now }) => describePromotionRefusal(letter, restaurant, now),
  },
  reservations: {
    tell: (entry, row, { restaurant, now }) => describeReservation(entry, row as Reservation | null, restaurant, now),
    tellRefusal: (letter, { restaurant, now }) => describeReservationRefusal(letter, restaurant, now),
  },
  canned_replies: {
    tell: (entry, row) => describeCannedReply(entry, row as CannedReply | null),
    tellRefusal: (letter, { restaurant, now }) => describeCannedReplyRefusal(letter, restaurant.timezone, now),
  },
  delivery_locations: {
    tell: (entry, row) => describeLocation(entry, row as DeliveryLocation | null),
    tellRefusal: (letter, { restaurant, now }) => describeLocationRefusal(letter, restaurant.timezone, now),
  },
};

const tableOf = ({ touches: [touch] }: Pick<OutboxEntry, 'touches'>): Table =>
  touch ? partsOf(touch).table : 'menu_items';

export function tellerOf(
  { rows, categories }: Pick<UnsentView, 'rows' | 'categories'>,
  restaurant: Restaurant,
  now: number,
): Teller {
  const context: Context = {
    restaurant,
    now,
    chatOf: (entry) => (rows.get(`chats:${entry.path.id}`) as Chat | undefined) ?? null,
    categoryOf: (entry) => categories.get(entry.path.categoryId ?? '') ?? null,
  };
  return {
    tell: (entry, fallback = null) => {
      const [touch] = entry.touches;
      const row = (touch && rows.get(touch)) ?? (fallback as Row | null);
      return descriptions[tableOf(entry)].tell(entry, row, context);
    },
    tellRefusal: (letter) => {
      if (letter.reason === 'lost') return lost;
      if (letter.error?.code === 'pin_needed') return closed;
      return descriptions[tableOf(letter.entry)].tellRefusal(letter, context);
    },
    tellStanding: (entry) =>
      entry.standing === undefined
        ? null
        : (describeMenuStanding(entry) ?? describeStanding(entry, entry.standing as Order | null, restaurant, now)),
  };
}

const closed: Refusal = {
  why: 'This device was in kitchen mode, and this needs the PIN. Open the settings with it, then send the change again.',
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
