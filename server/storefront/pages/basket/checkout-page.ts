import { html } from 'hono/html';
import { orderingNow } from '../../../../contract/restaurant/ordering.ts';
import { sumsForCustomer } from '../../../../contract/orders/receipt.ts';
import type { PricedSums } from '../../../../contract/orders/sums.ts';
import { findTable, tableNames } from '../../../../contract/reservations/find-table.ts';
import type { BasketType } from './basket.ts';
import { minutesOf, type BasketView } from './basket-view.ts';
import { allergiesOf, describedBy, faultOf, field } from '../fields.ts';
import { problemsOf, type Html, type Page } from '../layout.ts';
import { slotsOf } from './slots.ts';
import { sumsList } from '../sums-list.ts';
import type { Website } from '../website.ts';
import { openingState, typeLabels } from '../words.ts';
import { money } from '../../../platform/format.ts';

export interface CheckoutForm {
  website: Website;
  view: BasketView;
  type: BasketType;
  /** What was typed, if the form is shown again. */
  form: URLSearchParams;
  problems?: string[];
  /** By field. */
  wrong?: Record<string, string>;
  status?: number;
  /** The order as the server priced it, if that was not what the form expected. */
  quoted?: PricedSums | null;
}

/** Everything that an order needs besides its dishes. Only what belongs to the order type is asked for. */
export function checkoutPage(checkout: CheckoutForm): Page {
  const { website, view, type, problems = [], status = 200, quoted = null } = checkout;
  const { base, restaurant, basket } = website;
  return {
    title: 'Checkout',
    description: `Order at ${restaurant.name}`,
    status,
    body: html`<div class="sheet">
      <h1>Checkout</h1>
      ${quoted && problems.length === 1 ? html`<p class="note" role="status" tabindex="-1" autofocus>${problems[0]}</p>` : problemsOf(problems)}
      <form method="post" action="${base}/checkout" data-checkout>
        ${DEFAULT_BUTTON} ${typesOf(website, type)} ${keptOf(checkout)}
        <input type="hidden" name="key" value="${basket.key}" />
        <input type="hidden" name="type" value="${type}" />
        <input type="hidden" name="expected" value="${(quoted ?? view.sums).total_amount}" />
        ${type === 'dine_in' && tableOf(checkout)} ${whenOf(checkout)}
        ${type === 'catering' && field(checkout, 'guests_count', 'How many people', { type: 'number', min: 1, max: 5000, required: true })}
        ${type === 'delivery' && addressOf(checkout)}
        <fieldset>
          <legend>Your details</legend>
          ${field(checkout, 'name', 'Name', { autocomplete: 'name', maxlength: 120, required: true })}
          ${field(checkout, 'phone', 'Telephone', { type: 'tel', autocomplete: 'tel', maxlength: 40, required: true, hint: 'We call only about this order.' })}
          ${field(checkout, 'email', 'E-mail (optional)', { type: 'email', autocomplete: 'email', maxlength: 254 })}
        </fieldset>
        <fieldset>
          <legend>Anything else?</legend>
          ${field(checkout, 'customer_note', type === 'catering' ? 'What is the occasion? What should we know?' : 'Note for us (optional)', { maxlength: 500 })}
          ${allergiesOf(checkout)}
        </fieldset>
        ${paymentOf(checkout)}
        <h2>Your order</h2>
        <ul class="lines">
          ${view.rows.map(
            ({ name, choices, line, priced }) =>
              html`<li class="line">
                <div>
                  ${line.quantity} ×
                  ${name}${choices.length > 0 && html`<p class="soft small">${choices.join(', ')}</p>`}
                </div>
                <span class="amount">${priced && money(priced.total_amount, restaurant.currency)}</span>
              </li>`,
          )}
        </ul>
        ${field(checkout, 'promotion_code', 'Promotion code (if you have one)', { maxlength: 40 })}
        ${sumsList(sumsForCustomer(quoted ?? view.sums, restaurant), restaurant.currency)}
        ${type === 'delivery' && !quoted && html`<p class="soft small">The delivery fee depends on your address. We show it before anything is ordered.</p>`}
        <p class="soft small">
          By ordering you accept our <a href="${base}/legal">terms and privacy notice</a>. If anybody who eats with you
          has an allergy, say so above or call us before you order.
        </p>
        ${quoted && html`<p class="note">${problems[0]}</p>`}
        <button class="main wide" data-once>${type === 'catering' ? 'Send the request' : 'Place the order'}</button>
      </form>
      <p><a href="${base}/basket">Back to the basket</a></p>
    </div>`,
  };
}

/** The Enter key presses the first button of a form, which must not be one that changes the order type. */
const DEFAULT_BUTTON = html`<button class="hide" tabindex="-1" aria-hidden="true">Order</button>`;

/** In the same form, so that what was typed is sent along and comes back. */
const typesOf = ({ types, base }: Website, chosen: BasketType): Html | string =>
  types.length < 2
    ? html`<p><strong>${typeLabels[chosen]}</strong></p>`
    : html`<div class="types" role="group" aria-label="Order type">
        ${types.map((type) => html`<button name="change_type" value="${type}" formaction="${base}/checkout/type" formnovalidate aria-pressed="${String(type === chosen)}"><strong>${typeLabels[type]}</strong></button>`)}
      </div>`;

/** Fields of one order type, by type. */
const ownFields: Partial<Record<BasketType, readonly string[]>> = {
  delivery: ['area', 'line_1', 'line_2', 'city', 'postal_code', 'instructions'],
  dine_in: ['table_name'],
  catering: ['guests_count'],
};

/** What was typed for another order type waits, in case the customer changes back. */
const keptOf = ({ type, form }: CheckoutForm): Html[] =>
  Object.entries(ownFields)
    .flatMap(([of, names]) => (of === type ? [] : names))
    .concat(type === 'catering' ? ['payment', 'tip_percent'] : [])
    .filter((name) => form.get(name))
    .map((name) => html`<input type="hidden" name="${name}" value="${form.get(name)}" />`);

/** One of the restaurant's tables, or its name where the restaurant lists none. */
function tableOf(checkout: CheckoutForm): Html {
  const { website, form, wrong } = checkout;
  const value = website.basket.table ?? '';
  const names = tableNames(website.restaurant);
  if (names.length === 0) return field(checkout, 'table_name', 'Table', { value, maxlength: 40, required: true });
  const chosen = findTable(website.restaurant, form.get('table_name') ?? value);
  return html`<label class="field"
    >Table
    <select name="table_name" required ${describedBy('table_name', wrong)}>
      <option value="">Where do you sit?</option>
      ${names.map((name) => html`<option value="${name}" ${name === chosen && html`selected`}>${name}</option>`)}
    </select>
    ${faultOf('table_name', wrong)}
  </label>`;
}

function whenOf({ website, view, type, form, wrong }: CheckoutForm): Html {
  const { restaurant, now } = website;
  const minutes = minutesOf(website, view, type);
  const ordering = orderingNow(restaurant, now, type, minutes);
  const canNow = ordering.isOpen && type !== 'catering';
  const days = type === 'dine_in' && canNow ? [] : slotsOf(website, type, minutes);
  const chosen = form.get('when') ?? '';
  const whyLater = !ordering.isOpen && type !== 'catering';
  // A pause is for orders for later, too.
  if (whyLater && ordering.reason === 'paused')
    return html`<p class="bad">${openingState(restaurant, ordering, now).label}.</p>`;
  if (!canNow && days.length === 0)
    return html`<p class="bad">${openingState(restaurant, ordering, now).label}. There is no time to order for.</p>`;
  return html`${whyLater && html`<p class="note">${openingState(restaurant, ordering, now).label}. Choose a time.</p>`}<label
      class="field"
      >When
      <select name="when" ${describedBy('scheduled_for', wrong)}>
        ${canNow && html`<option value="">As soon as possible (about ${minutes} min)</option>`}
        ${days.map(({ day, slots }) => html`<optgroup label="${day}">${slots.map(({ at, time }) => html`<option value="${at}" ${at === chosen && html`selected`}>${day}, ${time}</option>`)}</optgroup>`)}
      </select>
      ${faultOf('scheduled_for', wrong)}
    </label>`;
}

function addressOf(checkout: CheckoutForm): Html {
  const { restaurant, delivery } = checkout.website;
  const { needsPostcode, areas } = delivery;
  return html`<fieldset>
    <legend>Where to?</legend>
    ${areas.length > 0 && areaOf(checkout, areas)}
    ${field(checkout, 'line_1', 'Street and number', { autocomplete: 'address-line1', maxlength: 120, required: true })}
    ${field(checkout, 'line_2', 'Flat, floor (if any)', { autocomplete: 'address-line2', maxlength: 120 })}
    ${field(checkout, 'city', 'Town', { autocomplete: 'address-level2', maxlength: 80, required: true, value: restaurant.city ?? '' })}
    ${field(checkout, 'postal_code', needsPostcode ? 'Postcode' : 'Postcode (if you have one)', { autocomplete: 'postal-code', maxlength: 20, required: needsPostcode })}
    ${field(checkout, 'instructions', 'How to find you (optional)', { maxlength: 200 })}
  </fieldset>`;
}

/** Where the restaurant delivers by name. With postcodes as well, a customer may live in one of those. */
const areaOf = ({ website, form }: CheckoutForm, areas: readonly string[]): Html =>
  html`<label class="field"
    >Area
    <select name="area" ${!website.delivery.needsPostcode && html`required`}>
      <option value="">${website.delivery.needsPostcode ? 'Another one' : 'Choose your area'}</option>
      ${areas.map((name) => html`<option value="${name}" ${name === form.get('area') && html`selected`}>${name}</option>`)}
    </select>
  </label>`;

/** Tips are paid with the order, so only those who pay online are asked. */
function paymentOf({ website, view, type, form, quoted }: CheckoutForm): Html | string {
  if (type === 'catering') return html`<p class="note">We answer your request first. Nothing is paid now.</p>`;
  const where = type === 'delivery' ? 'Pay at the door' : 'Pay at the restaurant';
  if (!website.canPayOnline) return html`<p class="note">${where}.</p>`;
  const isOnline = form.get('payment') === 'online';
  return html`<fieldset>
    <legend>How do you pay?</legend>
    <label class="pick"
      ><input type="radio" name="payment" value="counter" ${!isOnline && html`checked`} /> <span>${where}</span></label
    >
    <label class="pick"
      ><input type="radio" name="payment" value="online" ${isOnline && html`checked`} />
      <span>Pay online now</span></label
    >
    ${tipOf(website, (quoted ?? view.sums).total_amount, form)}
  </fieldset>`;
}

const TIP_PERCENTS = [5, 10, 15];

/** The chosen percentage: it stays the same when the total changes. Zero: no tip. */
export const readTip = (sent: string | null | undefined): number =>
  TIP_PERCENTS.find((percent) => String(percent) === sent) ?? 0;

export const tipAmount = (total: number, percent: number): number => Math.round((total * percent) / 100);

export const tipOf = ({ restaurant }: Website, total: number, form = new URLSearchParams()): Html =>
  html`<label class="field"
    >Tip, if you pay online
    <select name="tip_percent">
      <option value="0">No tip</option>
      ${TIP_PERCENTS.map((percent) => ({ percent, amount: tipAmount(total, percent) }))
        .filter(({ amount }) => amount > 0)
        .map(
          ({ percent, amount }) =>
            html`<option value="${percent}" ${readTip(form.get('tip_percent')) === percent && html`selected`}>
              ${percent} % (${money(amount, restaurant.currency)})
            </option>`,
        )}
    </select>
  </label>`;
