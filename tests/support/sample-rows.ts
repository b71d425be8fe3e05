import type { Channel } from '../../contract/channels/calls.ts';
import type { CreationOptions } from '../../contract/auth/webauthn.ts';
import type { MenuUpload } from '../../contract/menu/upload-calls.ts';
import type { SampleRows } from '../../contract/sample.ts';
import type { SignedInDevice } from '../../contract/settings/session-calls.ts';
import { makeState } from '../../server/channels/calendar/state.ts';
import { sealToken } from '../../server/channels/token.ts';
import { fileKey } from '../../server/chats/files/file-key.ts';
import { pageKey } from '../../server/menu/upload/page-key.ts';
import { hashToken } from '../../server/pipeline/authenticate.ts';
import { openFiles } from '../../server/platform/files/open-files.ts';
import { newId } from '../../server/platform/ids.ts';
import { makeMenu } from '../api/tablet.ts';
import { requestData } from './api.ts';
import { makeAuthenticator } from './authenticator.ts';
import { writeChat } from './chat-messages.ts';
import { addBankAccount, fillWallet } from './fill-wallet.ts';
import { connectProvider } from './fake-provider.ts';
import { placeOpenOrders } from './open-orders.ts';
import { pushSubscription } from './push-service.ts';
import type { TestApp } from './server.ts';
import { PASSWORD, type SignedUp } from './sign-up.ts';

/** Creates the rows that the samples of calls refer to, for one restaurant. `name` is used for its customer and its device. */
export async function makeSampleRows(app: TestApp, owner: SignedUp, name = 'Priya Nair'): Promise<SampleRows> {
  const { token, restaurant, user } = owner;
  const request = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    requestData<T>(app.fetch, method, path, { token, body });
  const now = app.clock.now();
  const menu = await makeMenu(app, owner);
  const spareMenu = await makeMenu(app, owner);
  const modifierId = newId();
  const group = await request<{ id: string }>('POST', '/menu/modifier-groups', {
    name: 'Extras',
    selection_type: 'multiple',
    modifiers: [{ id: modifierId, name: 'Cheese', price_amount: 100 }],
  });
  const flour = await request<{ id: string }>('POST', '/menu/inventory', {
    kind: 'ingredient',
    name: `Flour of ${name}`,
  });
  const riverside = await request<{ id: string }>('POST', '/settings/delivery-locations', {
    name: 'Riverside',
    area: { location_type: 'postcodes', postcodes: ['SE1'] },
  });
  const hours = await request<{ id: string }>('POST', '/chat/canned-replies', {
    shortcut: 'hours',
    message: `${name} opens at five.`,
  });
  await request('POST', `/menu/inventory/${flour.id}/movements`, { movement_type: 'recount', counted_quantity: '20' });
  const promotion = await request<{ id: string }>('POST', '/promotions', {
    name: `Deal of ${name}`,
    promotion_type: 'percentage',
    value_bp: 500,
    code: 'DEAL5',
  });
  const reservation = await request<{ id: string }>('POST', '/reservations', {
    name: `Guest of ${name}`,
    guests_count: 2,
    starts_at: new Date(now.getTime() + 86_400_000).toISOString(),
    source: 'phone',
  });
  const placed = await placeOpenOrders(app.pools.owner, restaurant.id, { count: 3, now });
  const paymentId = newId();
  await request('POST', `/orders/${placed[2]!.id}/payments`, { id: paymentId, method: 'cash', amount: 100 });
  await connectProvider(app.pools.owner, restaurant.id, { account: `acct_${restaurant.id}` });
  await app.pools.owner.query(
    `INSERT INTO subscription_invoices (restaurant_id, id, invoice_no, plan_name, period_start_at, period_end_at, amount, currency,
                                        invoice_status, provider_reference, created_at, updated_at)
     VALUES ($1, $2, 'GALLEY-1', 'Starter', $3, $3, 2900, 'GBP', 'paid', $4, $3, $3)`,
    [restaurant.id, newId(), now, `in_${restaurant.id}`],
  );
  const whatsapp = { token: 'a-token', phone_no_id: '1000', waba_id: '2000' };
  const channel = await request<Channel>('POST', '/channels/whatsapp', whatsapp);
  await requestData(app.fetch, 'POST', '/auth/login', { body: { email: user.email, password: PASSWORD } });
  const sessions = await request<SignedInDevice[]>('GET', '/settings/security/sessions');
  const options = await request<CreationOptions>('POST', '/settings/security/passkeys/options', {
    current_password: PASSWORD,
  });
  const passkey = await request<{ id: string }>('POST', '/settings/security/passkeys', {
    name: `Passkey of ${name}`,
    credential: makeAuthenticator({ origin: app.env.publicUrl }).create(options),
  });
  const device = pushSubscription(newId(), name);
  await request('PUT', '/push-subscriptions', device);
  const person = await request<{ id: string }>('POST', '/people', {
    name: `Waiter of ${name}`,
    email: `waiter-${newId()}@galley.test`,
    role: 'waiter',
  });
  const menuUploadId = await makeMenuUpload(app, restaurant.id, menu.bookId, name);
  const withdrawalAccountId = await addBankAccount(app.pools.owner, restaurant.id);
  await fillWallet(app.pools.owner, restaurant.id, 1_000_000, now, restaurant.currency);
  const { customerId, chatId, notificationId } = await writeChat(app.pools.owner, restaurant.id, now, name);
  const spareCustomer = await request<{ id: string }>('POST', '/customers', { name: `${name} again` });
  const customerToErase = await request<{ id: string }>('POST', '/customers', { name: `${name} gone` });
  const customerImportId = newId();
  await request('PUT', `/customers/imports/${customerImportId}`, { file: [btoa(`name\nGuest of ${name}\n`)] });
  const orderImportId = newId();
  const pastOrders = 'Order Number,Order Date,Item Name,Quantity,Product Price\n1,01/02/2020 12:00,Soup,1,4.50\n';
  await request('PUT', `/orders/imports/${orderImportId}`, { file: [btoa(pastOrders)] });
  const menuFileId = newId();
  await request('PUT', `/menu/uploads/files/${menuFileId}`, { file: [btoa(`Menu of ${name}`)] });
  return {
    restaurantId: restaurant.id,
    menu,
    spareMenu,
    menuUploadId,
    menuFileId,
    inventoryId: flour.id,
    promotionId: promotion.id,
    reservationId: reservation.id,
    deliveryLocationId: riverside.id,
    groupId: group.id,
    modifierId,
    orderIds: placed.map((order) => order.id),
    lineId: placed[2]!.lineId,
    paymentId,
    withdrawalAccountId,
    customerId,
    spareCustomerId: spareCustomer.id,
    customerToEraseId: customerToErase.id,
    customerImportId,
    orderImportId,
    chatId,
    cannedReplyId: hours.id,
    notificationId,
    channelId: channel.id,
    ...(await makeChannels(app, owner, chatId)),
    sessionId: sessions.find((session) => !session.is_current)!.id,
    passkeyId: passkey.id,
    deviceId: device.device_id,
    personId: person.id,
    subscription: pushSubscription(newId()),
    password: PASSWORD,
    now: now.toISOString(),
    newId,
  };
}

/** A connected number and calendar, and a file in the chat. */
async function makeChannels(app: TestApp, { token, restaurant }: SignedUp, chatId: string) {
  const [connectedChannelId, calendarChannelId, chatFileId] = [newId(), newId(), newId()];
  const sealed = sealToken(
    app.env,
    { restaurantId: restaurant.id, channelId: calendarChannelId },
    'refresh-token-of-samples',
  );
  const now = app.clock.now();
  await app.pools.owner.query(
    `INSERT INTO channels (restaurant_id, id, type, status, phone_no_id, waba_id, account_email, token_sealed, token_last4, created_at, updated_at)
     VALUES ($1, $2, 'whatsapp', 'connected', '1002', '2002', NULL, '', '', $5, $5),
            ($1, $3, 'google_calendar', 'connected', NULL, NULL, 'owner@double.test', $4, '', $5, $5)`,
    [restaurant.id, connectedChannelId, calendarChannelId, sealed, now],
  );
  await app.pools.owner.query(
    `INSERT INTO chat_files (restaurant_id, id, chat_id, mime_type, file_name, bytes, created_at, stored_at)
     VALUES ($1, $2, $3, 'application/pdf', $4, 5, $5, $5)`,
    [restaurant.id, chatFileId, chatId, `${restaurant.name}.pdf`, now],
  );
  await openFiles(app.env).put(fileKey(restaurant.id, chatFileId), Buffer.from('%PDF-'));
  const attempt = { restaurantId: restaurant.id, tokenHash: hashToken(token) };
  return {
    connectedChannelId,
    calendarChannelId,
    chatFileId,
    calendarState: makeState(app.env.secretsKey, attempt, now),
  };
}

/** An upload as the job leaves it. */
async function makeMenuUpload(app: TestApp, restaurantId: string, bookId: string, name: string): Promise<string> {
  const id = newId();
  const categories: MenuUpload['categories'] = [
    {
      id: newId(),
      name: 'Starters',
      confidence: 0.9,
      items: [
        {
          id: newId(),
          name: `Soup of ${name}`,
          description: '',
          price_amount: 450,
          variants: [],
          dietary: [],
          confidence: 0.9,
          box: { page: 0, left: 1, top: 2, width: 30, height: 4 },
        },
      ],
    },
  ];
  await app.pools.owner.query(
    `INSERT INTO menu_uploads (restaurant_id, id, menu_book_id, status, pages_done, pages_count, pages, categories, created_at)
     VALUES ($1, $2, $3, 'needs_review', 1, 1, '[{"width":100,"height":100}]', $4, $5)`,
    [restaurantId, id, bookId, JSON.stringify(categories), app.clock.now()],
  );
  await openFiles(app.env).put(pageKey(restaurantId, id, 0), Buffer.from(name));
  return id;
}
