import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Chat } from '../../contract/chats/calls.ts';
import { guestEvents, type GuestEvent } from '../../contract/notifications/guest-events.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import { makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { callApi, requestData } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { startWhatsappDouble, type WhatsappDouble } from '../../tests/support/doubles/graph/graph.ts';
import type { DoubleCustomer } from '../../tests/support/doubles/graph/state.ts';
import { mediaByEvent, type Medium } from './media.ts';

const HOUR = 3_600_000;
let double: WhatsappDouble;
let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let customer: DoubleCustomer;
let chat: Chat;
let count = 0;
let delivered = 0;

beforeAll(async () => {
  double = await startWhatsappDouble({
    appSecret: 'an-app-secret',
    verifyToken: 'a-verify-token',
    webhookUrl: null,
    clock: { now: () => app.clock.now() },
  });
  double.sendsStatuses = false;
  double.pairMs = 0;
  app = await startApp({ settings: double.settings });
});
afterAll(async () => {
  await app.close();
  await double.close();
});
beforeEach(async () => {
  app.clock.pass(HOUR);
  count += 1;
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  const number = double.addNumber({ id: `2065${count}`, waba_id: `2022${count}` });
  customer = double.addCustomer({ name: 'Priya Nair' });
  const details = { token: 'double-token-of-a-system-user', phone_no_id: number.id, waba_id: number.waba_id };
  await send('/channels/whatsapp', details);
  await app.jobs.drain();
  double.write(number.id, customer, 'Are you open?');
  for (const { rawBody, headers } of double.webhooks.sender.sent.slice(delivered)) {
    const url = 'https://galley.test/backend/webhooks/whatsapp';
    await app.fetch(new Request(url, { method: 'POST', body: rawBody, headers }));
  }
  delivered = double.webhooks.sender.sent.length;
  await app.jobs.drain();
  [chat] = (await requestData<Chat[]>(app.fetch, 'GET', '/chat', { token: owner.token })) as [Chat];
});

const send = <T>(path: string, body: object, key?: string) =>
  callApi<T>(app.fetch, 'POST', path, {
    token: owner.token,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const screen = () => customer.screen.filter(({ from }) => from === 'business').map(({ text }) => text);
const mail = (medium: Medium) => (medium === 'email' ? `priya${count}@example.com` : null);

/** As it is after it came that medium, with nothing decided. */
async function placed(medium: Medium): Promise<Order> {
  const body = {
    channel: 'phone',
    order_type: 'delivery',
    delivery_fee_amount: 0,
    customer: { name: 'Priya Nair', phone: '+442079460123', email: mail(medium) ?? undefined },
    delivery_address: {
      line_1: '1 Quay Road',
      line_2: null,
      city: 'London',
      postal_code: 'SE1 2AB',
      country_code: 'GB',
      instructions: null,
    },
    lines: [{ menu_item_id: menu.itemIds[0], quantity: 1 }],
  };
  const { data, error } = await send<Order>('/orders', body);
  expect(error).toBeNull();
  await app.jobs.drain();
  await change('orders', data.id, {
    order_status: 'pending',
    ...(medium !== 'email' && {
      channel: medium === 'whatsapp' ? 'whatsapp' : 'chatbot',
      customer_id: chat.customer_id,
    }),
  });
  if (medium === 'website_chat') await change('chats', chat.id, { channel_type: 'website' });
  return data;
}

async function requested(medium: Medium): Promise<Reservation> {
  const body = {
    name: 'Priya Nair',
    phone: '+442079460123',
    email: mail(medium),
    guests_count: 2,
    source: 'phone',
    reservation_status: 'requested',
    starts_at: new Date(app.clock.now().getTime() + 48 * HOUR).toISOString(),
  };
  const { data } = await send<Reservation>('/reservations', body);
  await app.jobs.drain();
  if (medium !== 'email')
    await change('reservations', data.id, { source: 'chat', customer_id: chat.customer_id, email: null });
  if (medium === 'website_chat') await change('chats', chat.id, { channel_type: 'website' });
  return data;
}

async function change(table: string, id: string, fields: Record<string, string | null>): Promise<void> {
  const names = Object.keys(fields);
  await app.pools.owner.query(
    `UPDATE ${table} SET ${names.map((name, i) => `${name} = $${i + 3}`).join(', ')},
            version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE restaurant_id = $1 AND id = $2`,
    [owner.restaurant.id, id, ...Object.values(fields)],
  );
}

/** What happens of it, until the event. */
const stepsTo: Partial<Record<GuestEvent, string[]>> = {
  order_accepted: ['accepted'],
  order_ready: ['accepted', 'preparing', 'ready'],
  order_out_for_delivery: ['accepted', 'preparing', 'ready', 'out_for_delivery'],
  order_rejected: ['rejected'],
  order_cancelled: ['accepted', 'cancelled'],
  reservation_confirmed: ['confirmed'],
  reservation_declined: ['declined'],
  reservation_cancelled: ['confirmed', 'cancelled'],
};
const titles: Record<GuestEvent, string> = {
  order_placed: 'We have your order',
  order_accepted: 'Your order is accepted',
  order_ready: 'Your order is ready',
  order_out_for_delivery: 'Your order is on its way',
  order_rejected: 'Your order could not be accepted',
  order_cancelled: 'Your order was cancelled',
  reservation_requested: 'We have your request',
  reservation_confirmed: 'Your table is reserved',
  reservation_declined: 'Your request was declined',
  reservation_cancelled: 'Your reservation was cancelled',
  reservation_reminder: 'Your table is waiting',
};

async function happens(event: GuestEvent, medium: Medium): Promise<void> {
  const isOrder = event.startsWith('order');
  const { id } = isOrder ? await placed(medium) : await requested(medium);
  for (const status of stepsTo[event] ?? []) {
    const body = isOrder
      ? {
          order_status: status,
          ...(status === 'rejected' && { reason: 'busy' }),
          ...(status === 'cancelled' && { reason: 'other' }),
        }
      : { reservation_status: status };
    const key = crypto.randomUUID();
    // An answer that is lost makes a device send it again.
    for (const _ of [1, 2])
      expect((await send(`/${isOrder ? 'orders' : 'reservations'}/${id}/status`, body, key)).error).toBeNull();
    await app.jobs.drain();
  }
}

/** What the guest got, however often the jobs run. */
async function received(medium: Medium): Promise<string[]> {
  await app.jobs.drain();
  if (medium === 'email') return (await app.mailsTo(mail(medium)!)).map(({ text }) => text);
  if (medium === 'whatsapp') return screen();
  const { messages } = await requestData<{ messages: { author: string; message: string }[] }>(
    app.fetch,
    'GET',
    `/chat/${chat.id}`,
    { token: owner.token },
  );
  return messages.filter(({ author }) => author === 'bot').map(({ message }) => message);
}

const rows = guestEvents
  .filter((event) => stepsTo[event])
  .flatMap((event) => mediaByEvent[event].map((medium) => [event, medium] as const));

test.each(rows)('%s by %s is told once', async (event, medium) => {
  await happens(event, medium);
  expect((await received(medium)).filter((text) => text.includes(titles[event]))).toHaveLength(1);
});

test.each(guestEvents.filter((event) => stepsTo[event]))(
  '%s is not told when the owner turned it off',
  async (event) => {
    await send('/settings/notifications', { guest_messages_off: [event] });
    for (const medium of ['whatsapp', 'email'] as const) {
      await happens(event, medium);
      expect((await received(medium)).filter((text) => text.includes(titles[event]))).toEqual([]);
    }
  },
);

describe('a day after the guest last wrote', () => {
  test('an approved template goes', async () => {
    const { id } = await placed('whatsapp');
    app.clock.pass(25 * HOUR);
    await send(`/orders/${id}/status`, { order_status: 'accepted' });
    expect(await received('whatsapp')).toEqual([
      expect.stringMatching(/^Hello Priya, there is news about your order: Your order is accepted \(\d+\)$/),
    ]);
  });

  test('a mail goes where no template fits', async () => {
    const { id } = await requested('whatsapp');
    await change('reservations', id, { email: `priya${count}@example.com` });
    app.clock.pass(25 * HOUR);
    await send(`/reservations/${id}/status`, { reservation_status: 'confirmed' });
    expect(await received('whatsapp')).toEqual([]);
    expect((await received('email')).join()).toContain('Your table is reserved');
  });
});

test('who booked by telephone and once wrote over WhatsApp is written to there', async () => {
  const { id } = await requested('email');
  await change('reservations', id, { customer_id: chat.customer_id });
  await app.pools.owner.query('UPDATE reservations SET email = NULL WHERE id = $1', [id]);
  await send(`/reservations/${id}/status`, { reservation_status: 'confirmed' });
  expect(await received('whatsapp')).toHaveLength(1);
});

test('staff’s own orders and bookings are mailed when they are made', async () => {
  const body = { channel: 'phone', order_type: 'pickup', lines: [{ menu_item_id: menu.itemIds[0], quantity: 1 }] };
  const address = `made${count}@example.com`;
  await send('/orders', { ...body, customer: { name: 'Dana', email: address } });
  await send('/reservations', {
    name: 'Dana',
    email: address,
    guests_count: 2,
    source: 'phone',
    starts_at: new Date(app.clock.now().getTime() + 48 * HOUR).toISOString(),
  });
  await app.jobs.drain();
  const subjects = (await app.mailsTo(address)).map(({ subject }) => subject.replace(/:.*/, ''));
  expect(subjects.toSorted()).toEqual(['Your order is accepted', 'Your table is reserved']);
});

describe('the mail of an accepted order is its receipt', () => {
  async function receipt(): Promise<string> {
    await happens('order_accepted', 'email');
    return (await received('email')).find((text) => text.includes(titles.order_accepted))!;
  }
  const account = (body: object) => send('/settings/account/info', { address: '1 High Street', ...body });
  const taxed = {
    tax_settings: {
      tax_mode: 'inclusive',
      rates: [{ id: crypto.randomUUID(), name: 'VAT', rate_bp: 2000, applies_to: 'all' }],
    },
  };

  test('with who sells, when, the number, and each rate by its name', async () => {
    await account({ tax_number: 'GB 123 4567 89', business_registration_no: '08812345', vat_registered: true });
    await send('/settings/service', taxed);
    const text = await receipt();
    expect(text).toMatch(/Order \S+, \d+ \w+ 20\d\d, \d\d:\d\d/);
    expect(text).toMatch(/1 × .+: £[\d.]+\n\nSubtotal: £[\d.]+\nTotal: £/);
    expect(text).toMatch(/\nVAT 20%: net £[\d.]+, tax £[\d.]+, gross £[\d.]+\n/);
    expect(text).toContain('1 High Street');
    expect(text).toContain('Registration number 08812345\nTax number GB 123 4567 89');
  });

  test('without VAT of a restaurant that is not registered', async () => {
    await account({ tax_number: 'GB 123 4567 89', vat_registered: false });
    await send('/settings/service', taxed);
    expect(await receipt()).not.toMatch(/VAT|Tax number|net £/);
  });
});
