import { permissionOf } from '../../../contract/call.ts';
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
import { notAllowedText } from '../../api/who-may.ts';
import { partsOf } from '../../data/apply-pending.ts';
import type { DeadLetter, DoneEntry, OutboxEntry } from '../../data/db.ts';
import { definitionOf } from '../../sync/runtime/registry.ts';
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

export interface Describer {
  /** The description of a change; each feature describes its own calls. */
  describe: (entry: OutboxEntry | DoneEntry, fallback?: unknown) => Described;
  describeRefusal: (deadLetter: DeadLetter) => Refusal;
  /** The current state if a finished change did not take effect as it was made. */
  describeStanding: (entry: DoneEntry) => string | null;
}

interface Context {
  restaurant: Restaurant;
  now: number;
  /** A reply is a row of its own, but its description needs its chat. */
  chatOf: (entry: Pick<OutboxEntry, 'path'>) => Chat | null;
  categoryOf: (entry: Pick<OutboxEntry, 'path'>) => string | null;
}

interface Description {
  describe: (entry: OutboxEntry | DoneEntry, row: Row | null, context: Context) => Described;
  describeRefusal: (deadLetter: DeadLetter, context: Context) => Refusal;
}

const ofMenu: Description = {
  describe: (entry, row, { restaurant, now, categoryOf }) =>
    describeMenu(entry, row as Parameters<typeof describeMenu>[1], { restaurant, now, category: categoryOf(entry) }),
  describeRefusal: (deadLetter, context) => describeMenuRefusal(deadLetter, context),
};

const ofChat: Description = {
  describe: (entry, _row, { chatOf }) => describeChat(entry, chatOf(entry)),
  describeRefusal: (deadLetter, { chatOf }) => describeChatRefusal(deadLetter, chatOf(deadLetter.entry)),
};

/** By the table that the mutation changes: a new table needs its own description. */
const descriptions: Record<Table, Description> = {
  restaurants: {
    describe(entry, _row, { restaurant, now }) {
      if (isCustomerImport(entry)) return describeCustomerImport(entry);
      if (isMenuUpload(entry)) return describeUpload(entry);
      if (isSettings(entry)) return describeSettings(entry);
      if (isReservationSettings(entry)) return describeReservationSettings(entry);
      return isPolicy(entry) ? describePolicy(entry) : describeOrdering(entry, restaurant, now);
    },
    describeRefusal(deadLetter, { restaurant, now }) {
      if (isCustomerImport(deadLetter.entry)) return describeImportRefusal(deadLetter);
      if (isMenuUpload(deadLetter.entry)) return describeUploadRefusal(deadLetter);
      if (isSettings(deadLetter.entry)) return describeSettingsRefusal(deadLetter, restaurant.timezone, now);
      if (isReservationSettings(deadLetter.entry)) return describeReservationSettingsRefusal(deadLetter);
      return isPolicy(deadLetter.entry)
        ? describePolicyRefusal(deadLetter)
        : describeOrderingRefusal(deadLetter, restaurant, now);
    },
  },
  menu_books: ofMenu,
  menu_categories: ofMenu,
  menu_items: ofMenu,
  modifier_groups: ofMenu,
  orders: {
    describe: (entry, row) => describeOrder(entry, row as Order | null),
    describeRefusal: (deadLetter, { restaurant, now }) => describeOrderRefusal(deadLetter, restaurant, now),
  },
  notifications: { ...ofMenu, describe: (entry) => describeReading(entry) },
  customers: {
    describe: (entry, row) => describeCustomer(entry, row as Customer | null),
    describeRefusal: (deadLetter, { restaurant, now }) => describeCustomerRefusal(deadLetter, restaurant.timezone, now),
  },
  // Payments are recorded on their orders.
  payments: ofMenu,
  chats: ofChat,
  chat_messages: ofChat,
  inventory_items: {
    describe: (entry, row) => describeInventory(entry, row as InventoryItem | null),
    describeRefusal: (deadLetter, { restaurant, now }) => describeInventoryRefusal(deadLetter, restaurant, now),
  },
  promotions: {
    describe: (entry, row) => describePromotion(entry, row as Promotion | null),
    describeRefusal: (deadLetter, { restaurant, now }) => describePromotionRefusal(deadLetter, restaurant, now),
  },
  reservations: {
    describe: (entry, row, { restaurant, now }) =>
      describeReservation(entry, row as Reservation | null, restaurant, now),
    describeRefusal: (deadLetter, { restaurant, now }) => describeReservationRefusal(deadLetter, restaurant, now),
  },
  canned_replies: {
    describe: (entry, row) => describeCannedReply(entry, row as CannedReply | null),
    describeRefusal: (deadLetter, { restaurant, now }) =>
      describeCannedReplyRefusal(deadLetter, restaurant.timezone, now),
  },
  delivery_locations: {
    describe: (entry, row) => describeLocation(entry, row as DeliveryLocation | null),
    describeRefusal: (deadLetter, { restaurant, now }) => describeLocationRefusal(deadLetter, restaurant.timezone, now),
  },
};

const tableOf = ({ touches: [touch] }: Pick<OutboxEntry, 'touches'>): Table =>
  touch ? partsOf(touch).table : 'menu_items';

export function describerOf(
  { rows, categories }: Pick<UnsentView, 'rows' | 'categories'>,
  restaurant: Restaurant,
  now: number,
): Describer {
  const context: Context = {
    restaurant,
    now,
    chatOf: (entry) => (rows.get(`chats:${entry.path.id}`) as Chat | undefined) ?? null,
    categoryOf: (entry) => categories.get(entry.path.categoryId ?? '') ?? null,
  };
  return {
    describe: (entry, fallback = null) => {
      const [touch] = entry.touches;
      const row = (touch && rows.get(touch)) ?? (fallback as Row | null);
      return descriptions[tableOf(entry)].describe(entry, row, context);
    },
    describeRefusal: (deadLetter) => {
      if (deadLetter.reason === 'lost') return lost;
      if (deadLetter.error?.code === 'pin_needed') return closed;
      if (deadLetter.error?.code === 'person_unknown') return unknownPerson(deadLetter);
      if (deadLetter.error?.code === 'not_allowed') return notAllowed(deadLetter);
      return descriptions[tableOf(deadLetter.entry)].describeRefusal(deadLetter, context);
    },
    describeStanding: (entry) =>
      entry.standing === undefined
        ? null
        : (describeMenuStanding(entry) ?? describeStanding(entry, entry.standing as Order | null, restaurant, now)),
  };
}

const closed: Refusal = {
  why: 'This device is in kitchen mode, and nobody’s PIN was entered for this. Enter yours, then send the change again.',
  pair: null,
  restoreLabel: 'Send it again',
  keepLabel: 'Leave it',
};

/** Sent again in the name of who does it then. */
const unknownPerson = ({ entry: { by, approved } }: DeadLetter): Refusal => ({
  ...closed,
  why: `${[by, approved].flatMap((one) => one?.name ?? []).join(' or ')} was removed or suspended, or has another PIN, since this was done. If it is right, send it again in your own name.`,
});

/** Sent again once the role allows it, or by somebody who may. */
function notAllowed({ entry }: DeadLetter): Refusal {
  const call = definitionOf(entry.call)?.call;
  const permission = call ? permissionOf(call) : null;
  return {
    why: permission ? `${notAllowedText(permission)}.` : 'Your role in this restaurant does not allow this.',
    pair: null,
    restoreLabel: 'Send it again',
    keepLabel: 'Understood',
  };
}

const lost: Refusal = {
  why: 'It was sent, and the server was then set back to an earlier moment.',
  pair: null,
  restoreLabel: 'Send it again',
  keepLabel: 'Leave it',
};
