import { html } from 'hono/html';
import { settingsOf } from '../../../../contract/reservations/settings-parts.ts';
import { slotsOf } from '../../../../contract/reservations/slots.ts';
import type { FreeTimes } from '../../../../contract/storefront/reservation-calls.ts';
import { lastDate, todayOf } from '../../reservations.ts';
import { allergiesOf, describedBy, faultOf, field, type SentForm } from '../fields.ts';
import { phoneLink, problemsOf, type Html, type Page } from '../layout.ts';
import type { Website } from '../website.ts';
import { count } from '../words.ts';
import { dateLabel, timeOf } from '../../../platform/format.ts';

/** What is free on the date that a guest looks at. */
export interface Day extends FreeTimes {
  /** If nothing is: the next dates, each with its first time. */
  next: { date: string; starts_at: string }[];
}

export interface ReserveView extends SentForm {
  /** Idempotency key of the reservation. */
  key: string;
  /** Null: no date was asked for, or none that is one. */
  day: Day | null;
  /** The form was sent, so what it holds is kept. */
  isSent?: boolean;
  problems?: string[];
  status?: number;
}

const describe = ({ restaurant }: Website) => ({
  title: 'Book a table',
  description: `Book a table at ${restaurant.name}`,
});

/** Party and date first; then the free times of that date, with name and telephone number in the same form. */
export function reservePage(website: Website, view: ReserveView): Page {
  const { day, problems = [], status = 200, isSent = false } = view;
  const isPlain = day === null && problems.length === 0 && !isSent;
  return {
    ...describe(website),
    ...(isPlain && { path: '/reserve' }),
    status,
    body: html`<div class="sheet">
      <h1>Book a table</h1>
      ${problemsOf(problems)} ${partyOf(website, view)}
      ${day && (day.times.length > 0 ? bookingOf(website, view, day) : noneOf(website, view, day))}
      <h2>No time that suits you?</h2>
      ${contactOf(website)}
    </div>`,
  };
}

/** Guests cannot book by themselves: by telephone or in writing, then. */
export const noReservePage = (website: Website): Page => ({
  ...describe(website),
  status: 404,
  body: html`<div class="sheet">
    <h1>Book a table</h1>
    <p>Tables cannot be booked on this page.</p>
    ${contactOf(website)}
  </div>`,
});

function contactOf({ restaurant, base }: Website): Html {
  const phone = restaurant.phone_number_business;
  return html`${phone && html`<p><a class="button wide" href="${phoneLink(phone)}">Call ${phone}</a></p>`}
    <p><a href="${base}/chat">Write to us</a> with the day, the time and how many you are, and we will answer.</p>`;
}

function partyOf(website: Website, view: ReserveView): Html {
  const { restaurant, now } = website;
  const { tables } = settingsOf(restaurant);
  const { min_guests_online: min, max_guests_online: max } = tables;
  return html`<form method="${methodOf(view)}" action="${website.base}/reserve">
    ${keptOf(view)}
    ${field(view, 'guests', 'How many are you?', { type: 'number', min, max, required: true, value: usualParty(website) })}
    ${field(view, 'date', 'Which day?', { type: 'date', min: todayOf(restaurant, now), max: lastDate(restaurant, now), required: true, value: todayOf(restaurant, now) })}
    <button class="${view.day ? 'quiet' : 'main wide'}">Show free times</button>
  </form>`;
}

/** Two, where two may book. */
export function usualParty({ restaurant }: Website): string {
  const { min_guests_online: min, max_guests_online: max } = settingsOf(restaurant).tables;
  return String(Math.min(max, Math.max(min, 2)));
}

const methodOf = ({ isSent }: ReserveView) => (isSent ? 'post' : 'get');

/** What was typed goes along when somebody who has sent the form looks at another day. */
function keptOf({ isSent, form, key }: ReserveView): Html | string {
  if (!isSent) return '';
  const typed = ['name', 'phone', 'email', 'occasion', 'customer_note', 'allergens'].flatMap((name) =>
    form.getAll(name).map((value) => [name, value] as const),
  );
  return html`${[['show', '1'] as const, ['key', key] as const, ...typed].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

/** The free times of a day, of which one is chosen, with party and day. */
export const timesOf = ({ restaurant }: Website, { form, wrong }: SentForm, day: Day): Html =>
  html`<input type="hidden" name="guests" value="${day.guests_count}" />
    <input type="hidden" name="date" value="${day.date}" />
    <fieldset role="radiogroup" ${describedBy('at', wrong)}>
      <legend>${dateLabel(day.date)}, ${partyLabel(day.guests_count)}: at what time?</legend>
      ${faultOf('at', wrong)}
      <div class="times">
        ${day.times.map(({ starts_at: at }) => html`<label><input type="radio" name="at" value="${at}" required ${form.get('at') === at && html`checked`} /> ${timeOn(restaurant, day.date, at)}</label>`)}
      </div>
    </fieldset>`;

function bookingOf(website: Website, view: ReserveView, day: Day): Html {
  const { base, restaurant } = website;
  const isConfirmed = settingsOf(restaurant).booking.auto_confirm;
  return html`<form method="post" action="${base}/reserve">
    <input type="hidden" name="key" value="${view.key}" />
    ${timesOf(website, view, day)}
    <fieldset>
      <legend>Your details</legend>
      ${field(view, 'name', 'Name', { autocomplete: 'name', maxlength: 120, required: true })}
      ${field(view, 'phone', 'Telephone', { type: 'tel', autocomplete: 'tel', maxlength: 40, required: true, hint: 'We call only about this reservation.' })}
      ${field(view, 'email', 'E-mail (optional)', { type: 'email', autocomplete: 'email', maxlength: 254, hint: 'We send our answer there, too.' })}
    </fieldset>
    <fieldset>
      <legend>Anything else?</legend>
      ${field(view, 'occasion', 'Occasion (optional)', { maxlength: 60, hint: 'Such as a birthday.' })}
      ${field(view, 'customer_note', 'Note for us (optional)', { maxlength: 500 })} ${allergiesOf(view)}
    </fieldset>
    ${!isConfirmed && html`<p class="note">We answer your request first. The table is yours once we have confirmed it.</p>`}
    <p class="soft small">
      By booking you accept our <a href="${base}/legal">terms and privacy notice</a>. You can change or cancel it on the
      page that follows.
    </p>
    <button class="main wide" data-once>${isConfirmed ? 'Book the table' : 'Send the request'}</button>
  </form>`;
}

/** Of a night, the times after midnight belong to the date on which it begins. */
export function timeOn(restaurant: Website['restaurant'], date: string, at: string): string {
  const isNext = todayOf(restaurant, new Date(at)) !== date;
  return `${timeOf(at, restaurant.timezone)}${isNext ? ' (after midnight)' : ''}`;
}

export const partyLabel = (guests: number): string => count(guests, 'person', 'people');

function noneOf(website: Website, view: ReserveView, day: Day): Html {
  const { base, restaurant } = website;
  const isSize = day.reason === 'party_too_large' || day.reason === 'party_too_small';
  return html`<p class="note" role="status">${noneLabel(website, day)}</p>
    ${!isSize && day.next.length === 0 && html`<p>There is none in the weeks after that either.</p>`}
    ${
      day.next.length > 0 &&
      html`<h2>Next days with a free table</h2>
        <form class="types" method="${methodOf(view)}" action="${base}/reserve" aria-label="Next days">
          ${keptOf(view)}<input type="hidden" name="guests" value="${day.guests_count}" />
          ${day.next.map(({ date, starts_at: at }) => html`<button name="date" value="${date}"><strong>${dateLabel(date)}</strong> <span>from ${timeOn(restaurant, date, at)}</span></button>`)}
        </form>`
    }`;
}

export function noneLabel({ restaurant, now }: Website, day: Day): string {
  const { date, guests_count: guests } = day;
  if (day.reason === 'party_too_large') return `Here you can book for up to ${partyLabel(day.max_guests)}.`;
  if (day.reason === 'party_too_small') return `Here you can book for ${partyLabel(day.min_guests)} or more.`;
  if (date < todayOf(restaurant, now)) return 'This day is over. Choose a later one.';
  if (date > day.last_date) return `You can book until ${dateLabel(day.last_date)}. Choose an earlier day.`;
  return slotsOf(settingsOf(restaurant).times, restaurant.timezone, date).length === 0
    ? `No tables can be booked on ${dateLabel(date)}: we are closed then, or take no reservations.`
    : `No table for ${partyLabel(guests)} is free any more on ${dateLabel(date)}.`;
}
