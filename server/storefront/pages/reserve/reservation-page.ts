import { html } from 'hono/html';
import type { ReservationStatus } from '../../../../contract/reservations/calls.ts';
import type { PublicReservation } from '../../../../contract/storefront/reservation-calls.ts';
import { todayOf } from '../../reservations.ts';
import { homeOf, phoneLink, problemsOf, type Html, type Page } from '../layout.ts';
import type { Website } from '../website.ts';
import { dateLabel, timeOf, whenOf } from '../../../platform/format.ts';
import { partyLabel } from './reserve-page.ts';

export interface ReservationView {
  reservation: PublicReservation;
  problems?: string[];
  /** It was shown because the same form was sent again. */
  isAgain?: boolean;
  /** The guest has just changed it. */
  isChanged?: boolean;
  status?: number;
}

const REFRESH_SECONDS = 60;

/** A reservation, and how to change or cancel it. The address of the page holds the reservation's token. */
export function reservationPage(website: Website, view: ReservationView): Page {
  const { base, restaurant, whatsapp } = website;
  const { reservation, problems = [], isAgain = false, isChanged = false, status = 200 } = view;
  const { reservation_no: no, starts_at: at } = reservation;
  const [headline, detail] = labelOf(reservation);
  const phone = restaurant.phone_number_business;
  const rows: [string, string][] = [
    ['Reservation', no],
    ['Day', dateLabel(todayOf(restaurant, new Date(at)))],
    ['Time', timeOf(at, restaurant.timezone)],
    ['Party', partyLabel(reservation.guests_count)],
    ['Name', reservation.name],
  ];
  return {
    title: `Reservation ${no}`,
    description: `Your reservation at ${restaurant.name}`,
    status,
    ...(reservation.reservation_status === 'requested' && { refreshSeconds: REFRESH_SECONDS }),
    body: html`<div class="sheet">
      ${problemsOf(problems)}
      ${isAgain && html`<p class="note" role="status">You had sent this form already. This is that reservation; no second table was booked.</p>`}
      ${isChanged && html`<p class="note" role="status">Your reservation was changed. This is how it stands now.</p>`}
      <div role="status">
        <h1>${headline}</h1>
        <p>${detail}</p>
      </div>
      <dl class="hours">
        ${rows.map(
          ([label, value]) =>
            html`<div>
              <dt>${label}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      ${changesOf(website, reservation)}
      <h2>Questions?</h2>
      <p>
        ${phone && html`<a href="${phoneLink(phone)}">Call ${phone}</a> · `}
        ${whatsapp && html`<a href="https://wa.me/${whatsapp}?text=${encodeURIComponent(`Reservation ${no}`)}" rel="noopener">WhatsApp</a> · `}
        <a href="${website.own.chat ? `${base}/own/chat` : `${base}/chat`}">Write to us</a>
      </p>
      <p class="soft small">
        Our start page leads back to your reservation on this device.
        <a href="${base}/reserve">Book another table</a> · <a href="${homeOf(website)}">See the menu</a>
      </p>
    </div>`,
  };
}

function changesOf(website: Website, reservation: PublicReservation): Html | string {
  const { base, restaurant, now } = website;
  const { reservation_status: status, is_cancellable, is_changeable, cancellable_until: until, token } = reservation;
  const address = `${base}/reserve/${token}`;
  if (!is_cancellable)
    return status === 'confirmed'
      ? html`<p class="note">It is too late to change or cancel here. If you cannot come, please call us.</p>`
      : '';
  return html`${status === 'confirmed' && html`<p class="note">If you cannot come, please change or cancel here ${whenOf(until, restaurant.timezone, now)} at the latest.</p>`}
    ${is_changeable && html`<p><a class="button wide" href="${address}/change">Change time or party</a></p>`}
    <p><a href="${address}/cancel">Cancel the reservation</a></p>`;
}

const labels: Record<ReservationStatus, [headline: string, detail: string]> = {
  held: ['Your table is being kept', 'It is not booked yet.'],
  requested: [
    'Your request has arrived',
    'The table is not yours yet: we look at your request and answer it. This page says when.',
  ],
  confirmed: ['Your table is booked', 'We look forward to seeing you.'],
  seated: ['Welcome', 'Enjoy your meal.'],
  completed: ['Thank you for coming', 'We would be glad to see you again.'],
  declined: ['We could not take your reservation', 'There is no free table at that time. We are sorry.'],
  cancelled: ['Your reservation was cancelled', 'The table is free for others again.'],
  no_show: ['We missed you', 'If you are still coming, please call us.'],
  expired: ['This table is not kept any more', 'Choose a time again.'],
};

function labelOf({ reservation_status: status, decline_reason }: PublicReservation): [string, string] {
  const [headline, detail] = labels[status];
  return [headline, status === 'declined' && decline_reason ? decline_reason : detail];
}
