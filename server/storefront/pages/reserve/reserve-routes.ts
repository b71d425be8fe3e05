import { drizzle } from 'drizzle-orm/node-postgres';
import type { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { FreeTimes, PublicReservation } from '../../../../contract/storefront/reservation-calls.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Services } from '../../../pipeline/services.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { cancelReservation, getReservation, listTimes, nextFreeDays, todayOf } from '../../reservations.ts';
import { callStorefront, refusalLabel } from '../forms.ts';
import { respondPage } from '../layout.ts';
import { messagePage } from '../text-pages.ts';
import { noPage, privately, seeOther, show, withForm, type Bindings, type PageContext } from '../serve.ts';
import type { Website } from '../website.ts';
import { bookForm } from './book.ts';
import { reservationPage, type ReservationView } from './reservation-page.ts';
import { noReservePage, reservePage, usualParty, type ReserveView } from './reserve-page.ts';

/** From the free times of a day to a reservation, and its page. */
export function reserveRoutes(services: Services, pages: Hono<{ Bindings: Bindings }>): void {
  pages.get('/reserve', (c) =>
    show(services, c, async (website) => {
      if (!website.canReserve) return respondPage(website, noReservePage(website));
      const requested = { guests: c.req.query('guests'), date: c.req.query('date') };
      const key = keyOfCookie(c) ?? newId(website.now);
      if (requested.guests === undefined && requested.date === undefined)
        return respondPage(website, reservePage(website, { form: new URLSearchParams(), key, day: null }));
      const form = new URLSearchParams({
        guests: requested.guests ?? usualParty(website),
        date: requested.date ?? todayOf(website.restaurant, website.now),
      });
      keepKey(c, website, key);
      return showTimes(services, website, { form, key });
    }),
  );
  pages.post('/reserve', (c) =>
    withForm(services, c, async (website, _menu, form) => {
      if (!website.canReserve) return respondPage(website, noReservePage(website));
      const sent = form.get('key') ?? '';
      const kept = keyOfCookie(c);
      const key = isId(sent) ? sent.toLowerCase() : (kept ?? newId(website.now));
      if (form.has('show')) return showTimes(services, website, { form, key, isSent: true });
      const booked = await bookForm(services, website, { form, key });
      if (booked.kind !== 'refused') {
        // The next form is for another table. One that was begun since stays.
        if (kept === key) keepKey(c, website, newId(website.now));
        const address = `${website.base}/reserve/${booked.token}`;
        return seeOther(c, booked.kind === 'again' ? `${address}?again` : address);
      }
      if (booked.code === 'reservations_not_offered') return respondPage(website, noReservePage(website));
      keepKey(c, website, booked.key);
      const { problems, wrong, status } = booked;
      return showTimes(services, website, { form, key: booked.key, isSent: true, problems, wrong, status });
    }),
  );
  pages.get('/reserve/:token', (c) =>
    show(services, c, (website) =>
      showReservation(services, website, c.req.param('token'), { isAgain: c.req.query('again') !== undefined }),
    ),
  );
  pages.post('/reserve/:token/cancel', (c) =>
    withForm(services, c, async (website) => {
      const token = c.req.param('token');
      const result = await callStorefront(services, website, cancelReservation, {
        path: { token },
        body: {},
        key: newId(website.now),
      });
      if (!result.error) return seeOther(c, `${website.base}/reserve/${token}`);
      const isLate = ['too_late_to_cancel', 'reservation_already_final', 'transition_not_allowed', 'status_changed'];
      return showReservation(services, website, token, {
        problems: [
          isLate.includes(result.error.code)
            ? 'This reservation cannot be cancelled here any more. Please call us.'
            : refusalLabel(result),
        ],
        status: result.status,
      });
    }),
  );
}

/** The page with the free times of the form's day, if there is one in it. */
async function showTimes(services: Services, website: Website, view: Omit<ReserveView, 'day'>): Promise<Response> {
  const { form } = view;
  const guests = form.get('guests')?.trim() ?? '';
  const date = form.get('date')?.trim() ?? '';
  const result = await callStorefront(services, website, listTimes, { query: { guests, date } });
  if (!result.error) {
    const times = result.data as FreeTimes;
    const next = times.reason === 'none_free' ? await findNext(services, website, times) : [];
    return privately(website, reservePage(website, { ...view, day: { ...times, next } }));
  }
  const { guests: ofGuests, date: ofDate } = result.error.field_errors ?? {};
  const wrong = {
    ...view.wrong,
    ...(ofGuests !== undefined && { guests: 'Enter how many you are, as a number' }),
    ...(ofDate !== undefined && { date: 'Enter a day, such as 2026-12-31' }),
  };
  const problem = result.status === 422 ? 'Look at the marked fields.' : refusalLabel(result);
  return privately(
    website,
    reservePage(website, {
      ...view,
      day: null,
      wrong,
      problems: [...new Set([...(view.problems ?? []), problem])],
      status: view.status ?? result.status,
    }),
  );
}

const findNext = (
  services: Services,
  { restaurantId, restaurant, now }: Website,
  { guests_count: guests, date: after }: FreeTimes,
) =>
  withTransaction(services.pools.app, restaurantId, 'read', (client) =>
    nextFreeDays({ db: drizzle(client), restaurantId, now }, restaurant, { guests, after }),
  );

async function showReservation(
  services: Services,
  website: Website,
  token: string,
  more: Omit<ReservationView, 'reservation'>,
): Promise<Response> {
  const { data, ...result } = await callStorefront(services, website, getReservation, { path: { token } });
  if (!result.error)
    return privately(website, reservationPage(website, { reservation: data as PublicReservation, ...more }));
  if (result.status === 404) return respondPage(website, noPage(website));
  const page = { title: 'That did not work', text: refusalLabel(result), status: result.status };
  return respondPage(website, messagePage(website, page));
}

const COOKIE = 'reservation';
const COOKIE_SECONDS = 12 * 60 * 60;

/** The key of a form that was shown: if its answer is lost, the form that is loaded anew has the same one. */
function keyOfCookie(c: PageContext): string | null {
  const value = getCookie(c, COOKIE) ?? '';
  return isId(value) ? value.toLowerCase() : null;
}

const keepKey = (c: PageContext, { base }: Website, key: string): void =>
  setCookie(c, COOKIE, key, {
    path: `${base}/reserve`,
    maxAge: COOKIE_SECONDS,
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.env.isSecure,
  });
