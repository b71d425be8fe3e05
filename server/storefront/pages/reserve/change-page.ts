import { html } from 'hono/html';
import { settingsOf } from '../../../../contract/reservations/settings-parts.ts';
import type { PublicReservation } from '../../../../contract/storefront/reservation-calls.ts';
import { lastDate, todayOf } from '../../reservations.ts';
import { field, type SentForm } from '../fields.ts';
import { phoneLink, problemsOf, type Html, type Page } from '../layout.ts';
import type { Website } from '../website.ts';
import { dateLabel } from '../../../platform/format.ts';
import { noneLabel, partyLabel, timeOn, timesOf, type Day } from './reserve-page.ts';

export interface ChangeView extends SentForm {
  reservation: PublicReservation;
  /** Null: what was asked for is no date or no party. */
  day: Day | null;
  problems?: string[];
  status?: number;
}

/** Another day or party first, then one of the free times. */
export function changePage(website: Website, view: ChangeView): Page {
  const { base, restaurant, now } = website;
  const { reservation, day, problems = [], status = 200 } = view;
  const { token, reservation_no: no, guests_count: guests, starts_at: at } = reservation;
  const { min_guests_online: min, max_guests_online: max } = settingsOf(restaurant).tables;
  const address = `${base}/reserve/${token}`;
  return {
    title: `Change reservation ${no}`,
    description: `Your reservation at ${restaurant.name}`,
    status,
    body: html`<div class="sheet">
      <h1>Change your reservation</h1>
      ${problemsOf(problems)}
      <p>Now: ${whenAndWho(website, at, guests)}. It stays as it is until you choose another time.</p>
      <form method="get" action="${address}/change">
        ${field(view, 'guests', 'How many are you?', { type: 'number', min, max, required: true })}
        ${field(view, 'date', 'Which day?', { type: 'date', min: todayOf(restaurant, now), max: lastDate(restaurant, now), required: true })}
        <button class="quiet">Show free times</button>
      </form>
      ${day && day.times.length === 0 && noneOf(website, day, address)}
      ${
        day &&
        day.times.length > 0 &&
        html`<form method="post" action="${address}/change">
          ${timesOf(website, view, day)}
          <button class="main wide" data-once>Change the reservation</button>
        </form>`
      }
      <p><a href="${address}">Keep the reservation as it is</a></p>
    </div>`,
  };
}

function noneOf(website: Website, day: Day, address: string): Html {
  const { restaurant } = website;
  const phone = restaurant.phone_number_business;
  return html`<p class="note" role="status">${noneLabel(website, day)}</p>
    ${
      day.next.length > 0 &&
      html`<h2>Next days with a free table</h2>
        <form class="types" method="get" action="${address}/change" aria-label="Next days">
          <input type="hidden" name="guests" value="${day.guests_count}" />
          ${day.next.map(({ date, starts_at: at }) => html`<button name="date" value="${date}"><strong>${dateLabel(date)}</strong> <span>from ${timeOn(restaurant, date, at)}</span></button>`)}
        </form>`
    }
    ${phone && html`<p><a class="button wide" href="${phoneLink(phone)}">Call ${phone}</a></p>`}`;
}

/** Cancelling gives the table away, so it is asked once more. */
export function cancelPage(website: Website, reservation: PublicReservation): Page {
  const { base, restaurant } = website;
  const { token, reservation_no: no, guests_count: guests, starts_at: at, is_changeable } = reservation;
  const address = `${base}/reserve/${token}`;
  return {
    title: `Cancel reservation ${no}`,
    description: `Your reservation at ${restaurant.name}`,
    body: html`<div class="sheet">
      <h1>Cancel your reservation?</h1>
      <p>${whenAndWho(website, at, guests)}. The table is then free for others.</p>
      <form method="post" action="${address}/cancel">
        <button class="main wide" data-once>Yes, cancel the reservation</button>
      </form>
      <p><a class="button wide" href="${address}">No, keep it</a></p>
      ${is_changeable && html`<p><a href="${address}/change">Change time or party instead</a></p>`}
    </div>`,
  };
}

const whenAndWho = ({ restaurant }: Website, at: string, guests: number): string => {
  const date = todayOf(restaurant, new Date(at));
  return `${dateLabel(date)}, ${timeOn(restaurant, date, at)}, ${partyLabel(guests)}`;
};
