import type { Args, Call } from './call.ts';
import type { ErrorCode } from './errors.ts';
import type { PushSubscription } from './notifications/push-calls.ts';
import type * as z from 'zod/mini';

/** Rows of one restaurant for samples to refer to. Tests create them, or use another restaurant's. */
export interface SampleRows {
  restaurantId: string;
  menu: SampleMenu;
  /** A menu that may be deleted. */
  spareMenu: SampleMenu;
  /** An uploaded menu that was read, with one page. */
  menuUploadId: string;
  /** A file of a menu that was sent, and that no upload names yet. */
  menuFileId: string;
  /** A group of choices with a modifier. */
  groupId: string;
  modifierId: string;
  /** At least three, all pending. */
  orderIds: string[];
  /** A line of the third order. */
  lineId: string;
  /** Paid in cash, for the third order. */
  paymentId: string;
  /** A verified bank account; the wallet has 10,000.00. */
  withdrawalAccountId: string;
  customerId: string;
  /** Another customer, to be merged. */
  spareCustomerId: string;
  /** A customer without open orders, to be erased. */
  customerToEraseId: string;
  /** The file of a customer import, with one customer, that was not imported yet. */
  customerImportId: string;
  /** A checked file of past orders that was not imported yet. */
  orderImportId: string;
  /** An ingredient that was counted. */
  inventoryId: string;
  /** One that no order has used. */
  promotionId: string;
  /** A confirmed reservation of tomorrow. */
  reservationId: string;
  /** Of postcodes. */
  deliveryLocationId: string;
  chatId: string;
  /** A canned reply with the shortcut “hours”. */
  cannedReplyId: string;
  notificationId: string;
  channelId: string;
  /** A WhatsApp number that is connected. */
  connectedChannelId: string;
  /** A connected Google Calendar, and the state with which Google's consent page returns. */
  calendarChannelId: string;
  calendarState: string;
  /** A file that a customer sent in the chat. */
  chatFileId: string;
  /** Another session than the caller's. */
  sessionId: string;
  /** A passkey of the owner. */
  passkeyId: string;
  /** A device that receives push messages. */
  deviceId: string;
  /** Who is invited, as a waiter. */
  personId: string;
  /** A valid subscription of a browser. */
  subscription: z.infer<typeof PushSubscription>;
  password: string;
  /** Current time, ISO. */
  now: string;
  /** A fresh UUID. */
  newId(): string;
}

export interface SampleMenu {
  bookId: string;
  categoryId: string;
  /** At least three. */
  itemIds: string[];
}

/** One request that succeeds. */
export interface Sample {
  call: Call;
  /** Its arguments for these rows. */
  args(rows: SampleRows): SampleArgs;
  /** The error code if the rows are another restaurant's. Null: it succeeds without touching them. */
  foreignRows: ErrorCode | null;
}

export interface SampleArgs {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

interface SampleOptions {
  /** See Sample; default: `not_found` if the path names a row. */
  foreignRows?: ErrorCode;
}

/** Allows a literal where the call expects a union. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** The sample of a call, from which tests are made (tests/support/samples.ts). Nothing that ships imports it. */
export const sampleOf = <C extends Call, const A extends DeepReadonly<Args<C>>>(
  call: C,
  args: (rows: SampleRows) => A,
  { foreignRows }: SampleOptions = {},
): Sample => ({
  call,
  // Checked against the call above.
  args: args as unknown as Sample['args'],
  foreignRows: foreignRows ?? (/\{\w*id\}/i.test(call.path) ? 'not_found' : null),
});
