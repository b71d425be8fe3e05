import type { SampleRows } from '../../contract/sample.ts';
import { samples as ofContract } from '../support/samples.ts';
import { chatbot } from './samples/chatbot.ts';
import { chats } from './samples/chats.ts';
import { guests } from './samples/guests.ts';
import { inventory } from './samples/inventory.ts';
import { menu } from './samples/menu.ts';
import { orders } from './samples/orders.ts';
import { reservations } from './samples/reservations.ts';
import { made, OWN, type Sample, type Step } from './samples/sample.ts';
import { website } from './samples/website.ts';
import { EVENING, seed } from './seed.ts';

let ids = 900;

/** The seeded rows, for the contract's samples. */
const rows: SampleRows = {
  restaurantId: OWN,
  menu: { bookId: seed.book, categoryId: seed.mains, itemIds: [seed.korma, seed.dal, seed.dal] },
  spareMenu: { bookId: seed.spareBook, categoryId: seed.spareCategory, itemIds: [seed.spareDish] },
  inventoryId: seed.flour,
  reservationId: seed.reservation,
  deliveryLocationId: seed.riverside,
  groupId: seed.chutneys,
  modifierId: seed.mango,
  orderIds: [seed.pending, seed.cancelled, seed.accepted],
  lineId: seed.acceptedLines[0],
  customerId: seed.customer,
  promotionId: seed.promotion,
  spareCustomerId: seed.spareCustomer,
  customerToEraseId: seed.customerToErase,
  customerImportId: seed.importFile,
  menuFileId: seed.menuFile,
  chatId: seed.chat,
  cannedReplyId: seed.cannedReply,
  notificationId: seed.orderNotification,
  connectedChannelId: seed.channel,
  now: EVENING,
  newId: () => made((ids += 1)),
  // No call that may wait is about these.
  menuUploadId: '',
  orderImportId: '',
  paymentId: '',
  withdrawalAccountId: '',
  channelId: '',
  calendarChannelId: '',
  calendarState: '',
  chatFileId: '',
  sessionId: '',
  passkeyId: '',
  deviceId: '',
  personId: '',
  subscription: { endpoint: '', keys: { p256dh: '', auth: '' }, device_id: '', device_name: '', wants: [] },
  password: '',
};

const byHand: Record<string, Sample[]> = {
  ...orders,
  ...guests,
  ...chatbot,
  ...chats,
  ...menu,
  ...inventory,
  ...reservations,
  ...website,
};

/** A call without samples by hand is used as the contract's sample says; twice where its waiting changes become one. */
const derived = ofContract.flatMap(({ call, args }): [string, Sample[]][] => {
  const { offline } = call.options;
  if (offline.kind !== 'queue' || byHand[call.name]) return [];
  const step = (): Step => {
    const { path, body } = args(rows);
    return { call: call.name, ...(path && { path }), ...(body && { body }) };
  };
  const steps = offline.coalesce === 'never' ? [step()] : [step(), step()];
  return [[call.name, [{ does: 'as its sample says', steps }]]];
});

/** At least one sample for every queueable write. A call without one fails the matrix by name. The key is the call whose effect the sample is about. */
export const samples: Record<string, Sample[]> = { ...byHand, ...Object.fromEntries(derived) };
