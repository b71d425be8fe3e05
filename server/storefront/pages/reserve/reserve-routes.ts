import { drizzle } from 'drizzle-orm/node-postgres';
import type { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { FreeTimes, PublicReservation } from '../../../../contract/storefront/reservation-calls.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Services } from '../../../pipeline/services.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { findByToken } from '../../../reservations/store.ts';
import {
  cancelReservation,
  changeReservation,
  getReservation,
  listTimes,
  nextFreeDays,
  todayOf,
} from '../../reservations.ts';
import { callStorefront, refusalLabel } from '../forms.ts';
import { respondPage } from '../layout.ts';
import { messagePage } from '../text-pages.ts';
import { noPage, privately, seeOther, show, withForm, type Bindings, type PageContext } from '../serve.ts';
import type { Website } from '../website.ts';
import { bookForm } from './book.ts';
import { cancelPage, changePage, type ChangeView } from './change-page.ts';
import { reservationPage, type ReservationView } from './reservation-page.ts';
import { noReservePage, reservePage, usualParty, type Day, type ReserveView } from './reserve-page.ts';

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
      showReservation(services, website, c.req.param('token'), {
        isAgain: c.req.query('again') !== undefined,
        isChanged: c.req.query('changed') !== undefined,
      }),
    ),
  );
  pages.get('/reserve/:token/change', (c) =>
    show(services, c, (website) =>
      withReservation(services, website, c.req.param('token'), (reservation) => {
        if (!reservation.is_changeable)
          return showReservation(services, website, reservation.token, { problems: [late] });
        const {
          guests = String(reservation.guests_count),
          date = todayOf(website.restaurant, new Date(reservation.starts_at)),
        } = c.req.query();
        return showChange(services, website, { reservation, form: new URLSearchParams({ guests, date }) });
      }),
    ),
  );
  pages.post('/reserve/:token/change', (c) =>
    withForm(services, c, (website, _menu, form) =>
      withReservation(services, website, c.req.param('token'), async (reservation) => {
        const { token } = reservation;
        const result = await callStorefront(services, website, changeReservation, {
          path: { token },
          body: { guests_count: Number(form.get('guests')), starts_at: form.get('at') ?? '' },
          key: newId(website.now),
        });
        if (!result.error) return seeOther(c, `${website.base}/reserve/${token}?changed`);
        const { code } = result.error;
        if (isOver(code)) return showReservation(services, website, token, { problems: [late], status: result.status });
        const isGone = code === 'slot_unavailable';
        return showChange(services, website, {
          reservation,
          form,
          wrong: isGone || result.status === 422 ? { at: isGone ? 'Choose another time' : 'Choose a time' } : {},
          problems: [
            isGone
              ? 'That time is not free any more. Your reservation stands as it was.'
              : result.status === 422
                ? 'Look at the marked fields. Your reservation stands as it was.'
                : refusalLabel(result),
          ],
          status: result.status,
        });
      }),
    ),
  );
  pages.get('/reserve/:token/cancel', (c) =>
    show(services, c, (website) =>
      withReservation(services, website, c.req.param('token'), (reservation) =>
        reservation.is_cancellable
          ? privately(website, cancelPage(website, reservation))
          : showReservation(services, website, reservation.token, {}),
      ),
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
      return showReservation(services, website, token, {
        problems: [isOver(result.error.code) ? late : refusalLabel(result)],
        status: result.status,
      });
    }),
  );
}

const late = 'This reservation cannot be changed or cancelled here any more. Please call us.';
const isOver = (code: string): boolean =>
  ['too_late_to_cancel', 'reservation_already_final', 'transition_not_allowed', 'status_changed'].includes(code);

/** The page with the free times of the form's day, if there is one in it. */
async function showTimes(services: Services, website: Website, view: Omit<ReserveView, 'day'>): Promise<Response> {
  const offered = await readTimes(services, website, view.form);
  if ('day' in offered) return privately(website, reservePage(website, { ...view, day: offered.day }));
  return privately(
    website,
    reservePage(website, {
      ...view,
      day: null,
      wrong: { ...view.wrong, ...offered.wrong },
      problems: [...new Set([...(view.problems ?? []), offered.problem])],
      status: view.status ?? offered.status,
    }),
  );
}

/** The page on which a guest chooses another time, with those of the form's day. */
async function showChange(services: Services, website: Website, view: Omit<ChangeView, 'day'>): Promise<Response> {
  const offered = await readTimes(services, website, view.form, view.reservation.token);
  if ('day' in offered) return privately(website, changePage(website, { ...view, day: offered.day }));
  return privately(
    website,
    changePage(website, {
      ...view,
      day: null,
      wrong: offered.wrong,
      problems: [offered.problem],
      status: view.status ?? offered.status,
    }),
  );
}

type Offered = { day: Day } | { wrong: Record<string, string>; problem: string; status: number };

/** The free times for party and day of a form, or what is wrong with them. `token`: of the reservation that is to take one. */
async function readTimes(
  services: Services,
  website: Website,
  form: URLSearchParams,
  token?: string,
): Promise<Offered> {
  const guests = form.get('guests')?.trim() ?? '';
  const date = form.get('date')?.trim() ?? '';
  const query = { guests, date, ...(token !== undefined && { token }) };
  const result = await callStorefront(services, website, listTimes, { query });
  if (!result.error) {
    const times = result.data as FreeTimes;
    return {
      day: { ...times, next: times.reason === 'none_free' ? await findNext(services, website, times, token) : [] },
    };
  }
  const { guests: ofGuests, date: ofDate } = result.error.field_errors ?? {};
  return {
    wrong: {
      ...(ofGuests !== undefined && { guests: 'Enter how many you are, as a number' }),
      ...(ofDate !== undefined && { date: 'Enter a day, such as 2026-12-31' }),
    },
    problem: result.status === 422 ? 'Look at the marked fields.' : refusalLabel(result),
    status: result.status,
  };
}

const findNext = (
  services: Services,
  { restaurantId, restaurant, now }: Website,
  { guests_count: guests, date: after }: FreeTimes,
  token?: string,
) =>
  withTransaction(services.pools.app, restaurantId, 'read', async (client) => {
    const db = drizzle(client);
    const own = token === undefined ? null : await findByToken(db, restaurantId, token);
    return nextFreeDays({ db, restaurantId, now }, restaurant, { guests, after, except: own?.reservation.id });
  });

/** A page of a reservation, by its token. */
async function withReservation(
  services: Services,
  website: Website,
  token: string,
  respond: (reservation: PublicReservation) => Response | Promise<Response>,
): Promise<Response> {
  const { data, ...result } = await callStorefront(services, website, getReservation, { path: { token } });
  if (!result.error) return respond(data as PublicReservation);
  if (result.status === 404) return respondPage(website, noPage(website));
  const page = { title: 'That did not work', text: refusalLabel(result), status: result.status };
  return respondPage(website, messagePage(website, page));
}

const showReservation = (
  services: Services,
  website: Website,
  token: string,
  more: Omit<ReservationView, 'reservation'>,
): Promise<Response> =>
  withReservation(services, website, token, (reservation) =>
    privately(website, reservationPage(website, { reservation, ...more })),
  );

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
