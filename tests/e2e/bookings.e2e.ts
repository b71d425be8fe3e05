import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Reservation } from '../../contract/reservations/calls.ts';
import { businessDay } from '../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { dateOfDay, dayOfLocalParts, toLocalParts } from '../../contract/restaurant/zone.ts';
import type { FreeTimes, PublicReservation } from '../../contract/storefront/reservation-calls.ts';
import { axeFindings } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { callApi, openAccount, requestData, type Account } from './api.ts';
import { ownerPool } from './database.ts';
import { newestMail, startGalley, type Galley } from './galley.ts';

const TIMEZONE = 'Europe/London';
const CUTOFF = '04:00';
const GUEST = 'joanna@guests.test';

let galley: Galley;
let owner: pg.Pool;
let account: Account;
let tablet: Device;
/** The path of the restaurant's storefront API. */
let base: string;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  account = await openAccount(galley, 'bookings@galley.test', 'The Corner Table', { hours: null });
  base = `/public/restaurants/${(await owner.query<{ slug: string }>('SELECT slug FROM restaurants')).rows[0]!.slug}`;
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 820, height: 1180 } });
  await tablet.signIn(account);
  await tablet.isLoaded();
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const button = (name: string | RegExp) => tablet.page.getByRole('button', { name });
const openSettings = (tab: string) => tablet.go(`/restaurant/settings?tab=${tab}`);

/** The first free time of today or tomorrow: shortly before midnight today has none left. */
async function firstFree(guests: number): Promise<string> {
  const today = dayOfLocalParts(toLocalParts(Date.now(), TIMEZONE));
  for (const day of [today, today + 1]) {
    const query = `?date=${dateOfDay(day)}&guests=${guests}`;
    const { times } = await requestData<FreeTimes>(galley.origin, 'GET', `${base}/reservation-times${query}`);
    if (times[0]) return times[0].starts_at;
  }
  throw new Error('No table is free');
}

const book = (body: object) => callApi<PublicReservation>(galley.origin, 'POST', `${base}/reservations`, { body });
const stored = (id: string) =>
  requestData<Reservation>(galley.origin, 'GET', `/reservations/${id}`, { token: account.token });

const orderTypes = async () =>
  (await requestData<{ restaurant: Restaurant }>(galley.origin, 'GET', '/auth/user', { token: account.token }))
    .restaurant.order_type;

test('a new owner sets hours, a delivery zone and tables, some of it offline', async () => {
  const { page } = tablet;
  await openSettings('hours');
  const monday = page.getByRole('checkbox', { name: 'Monday', exact: true });
  await monday.check();
  await page.getByLabel('Monday, opens').fill('00:00');
  await page.getByLabel('Monday, closes').fill('00:00');
  await button('Copy Monday to other days').click();
  await button('Copy to all days from Monday').click();
  await button('Save opening hours').click();
  await page.getByText('Opening hours saved').waitFor();

  await openSettings('orders');
  await page.getByRole('checkbox', { name: 'Reservation' }).check();
  await button('Save order settings').click();
  await page.getByText(/^Order settings saved/i).waitFor();
  // The status may still be that of before the save.
  await expect.poll(orderTypes).toContain('reservation');

  await openSettings('delivery');
  await button('Add a location').waitFor();
  await tablet.goOffline();
  await button('Add a location').click();
  await page.getByLabel('Name').fill('Riverside');
  await page.getByLabel('Postcodes').fill('SE1');
  await page.getByLabel(/^Fee/).fill('2.50');
  await button('Add location').click();
  await page.getByText('Riverside').first().waitFor();
  await tablet.waitForStatus('Offline, 1 change waiting');

  await page.getByRole('link', { name: 'Reservations', exact: true }).click();
  await button('Add an area').click();
  const room = page.getByRole('region', { name: 'Dining room' });
  await room.getByRole('button', { name: 'Add a table' }).click();
  await page.getByRole('spinbutton', { name: 'Seats' }).fill('2');
  // On the plan the arrow keys move the table.
  const shape = room.getByRole('button', { name: /^Table 1, 2 seats/ });
  await shape.press('Shift+ArrowRight');
  await expect.poll(() => page.getByLabel('From the left').inputValue()).toBe('40');
  await button('Save tables').click();
  await page.getByLabel('Book at least, minutes ahead').fill('0');
  await button('Save booking rules').click();
  await tablet.waitForStatus('Offline, 3 changes waiting');
  await page.reload();
  await shape.waitFor();
  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');

  const quote = (postcode: string) => callApi(galley.origin, 'GET', `${base}/delivery?postal_code=${postcode}`);
  expect((await quote('SE1+9GF')).data).toMatchObject({ fee_amount: 250 });
  expect((await quote('E1+6AN')).error?.code).toBe('delivery_unavailable');
});

test('a guest books the only table, and the tablet confirms and seats them offline', async () => {
  const { page } = tablet;
  const starts_at = await firstFree(2);
  const wanted = { guests_count: 2, starts_at, phone: '020 7946 0123' };
  const { data: booked } = await book({ ...wanted, name: 'Joanna Price', email: GUEST, allergens: ['sesame'] });
  expect(booked).toMatchObject({ reservation_status: 'requested', starts_at });
  const late = await book({ ...wanted, name: 'Tom Reed', phone: '020 7946 0199' });
  expect([late.status, late.error?.code]).toEqual([409, 'slot_unavailable']);

  await tablet.go(`/restaurant/orders?view=reservations&day=${businessDay(starts_at, TIMEZONE, CUTOFF)}`);
  await page.getByText('1 reservation, 2 guests, 1 request to answer').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await tablet.goOffline();
  await button('Confirm Joanna Price').click();
  await tablet.waitForStatus('Offline, 1 change waiting');
  await page.reload();
  await button('Seat Joanna Price').waitFor();
  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  const visit = `${base}/reservations/${booked.token}`;
  expect(await requestData(galley.origin, 'GET', visit)).toMatchObject({ reservation_status: 'confirmed' });
  expect(await newestMail(galley, GUEST)).toContain('Your table is reserved');

  await tablet.goOffline();
  await page.getByRole('link', { name: 'Joanna Price' }).click();
  const panel = page.getByRole('dialog', { name: 'Joanna Price' });
  await panel.getByText('Allergy: Sesame').waitFor();
  await panel.getByRole('button', { name: 'Seat Joanna Price' }).click();
  await button('Complete Joanna Price').first().waitFor();
  await tablet.waitForStatus('Offline, 1 change waiting');
  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM reservations');
  expect(rows).toHaveLength(1);
  expect(await stored(rows[0]!.id)).toMatchObject({
    reservation_status: 'seated',
    events: [
      { to: 'requested', was_offline: false },
      { to: 'confirmed', was_offline: true },
      { to: 'seated', was_offline: true },
    ],
  });
  await tablet.go(`/restaurant/orders?view=reservations&show=plan&day=${businessDay(starts_at, TIMEZONE, CUTOFF)}`);
  await page.getByRole('button', { name: /^Table 1, 2 seats/ }).waitFor();
  expect(tablet.problems).toEqual([]);
});
