import { rejectionLabels } from '../../../guests/text.ts';
import { html } from 'hono/html';
import type { Order, OrderStatus } from '../../../../contract/orders/calls.ts';
import { isFinal, isUnserved } from '../../../../contract/orders/status.ts';
import type { MoneyBack } from '../../../../contract/payments/money-back.ts';
import { receiptSums, sellerLines, type TaxPart } from '../../../../contract/orders/receipt.ts';
import { paidOf, taxLabel } from '../../../../contract/orders/sums.ts';
import { RATING_COMMENT_MAX, type OrderRating } from '../../../../contract/storefront/calls.ts';
import { tipOf } from '../basket/checkout-page.ts';
import { homeOf, phoneLink, problemsOf, type Html, type Page } from '../layout.ts';
import { sumsList } from '../sums-list.ts';
import type { Website } from '../website.ts';
import { allergenList, capital, count, typeLabels } from '../words.ts';
import { dateTimeLabel, money, timeOf, whenOf } from '../../../platform/format.ts';

/** What the page of an order says now; the page's script asks for it again and again. */
export interface OrderState {
  order_status: OrderStatus;
  headline: string;
  detail: string;
  /** How many of the page's steps are done. */
  done: number;
  isFinal: boolean;
}

export function stateOf({ restaurant, now }: Website, { order, back }: Pick<OrderView, 'order' | 'back'>): OrderState {
  const when = (at: string) => whenOf(at, restaurant.timezone, now);
  const { order_status: status } = order;
  const promised = order.estimated_ready_at ?? order.due_at;
  const isCatering = order.order_type === 'catering';
  const [headline, detail] = ((): [string, string] => {
    switch (status) {
      case 'pending':
        return isCatering
          ? ['Your request has arrived', 'We will look at it and call you.']
          : [
              'Waiting for the restaurant',
              order.answer_by_at
                ? `You will have an answer by ${timeOf(order.answer_by_at, restaurant.timezone)} at the latest.`
                : '',
            ];
      case 'accepted':
        return ['Your order is accepted', `Expected ${when(promised)}.`];
      case 'preparing':
        return ['Your order is being prepared', `Expected ${when(promised)}.`];
      case 'ready':
        return [
          'Your order is ready',
          order.order_type === 'pickup'
            ? 'Come and collect it.'
            : order.order_type === 'delivery'
              ? 'It is waiting for its courier.'
              : 'It will be with you in a moment.',
        ];
      case 'out_for_delivery':
        return ['Your order is on its way', ''];
      case 'completed':
        return ['Enjoy your meal', 'Thank you for ordering from us.'];
      case 'rejected':
        return [
          'The restaurant could not take your order',
          `${rejectionLabels[order.rejection_reason ?? 'other']} ${moneyBackText(order, back)}`.trim(),
        ];
      case 'cancelled':
        return ['Your order was cancelled', moneyBackText(order, back)];
    }
  })();
  return {
    order_status: status,
    headline,
    detail,
    done: stepsOf(order).findLastIndex(([reached]) => reached) + 1,
    isFinal: isFinal(status),
  };
}

/** What became of the money of an order that ended. */
function moneyBackText(order: Order, back: MoneyBack | null): string {
  const amount = (value: number) => money(value, order.currency);
  return [
    order.refunded_amount > 0 && `${amount(order.refunded_amount)} was given back to you.`,
    back !== null &&
      back.returning > 0 &&
      `${amount(back.returning)} is on its way back to you. Your bank may take days.`,
    back !== null && back.owed > 0 && `We owe you ${amount(back.owed)}: call us, or come by, to have it back.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const rank: Partial<Record<OrderStatus, number>> = {
  pending: 0,
  accepted: 1,
  preparing: 2,
  ready: 3,
  out_for_delivery: 4,
  completed: 5,
};

/** The way of an order, and how far it has come. */
function stepsOf({ order_status, order_type }: Order): [boolean, string][] {
  const at = rank[order_status] ?? -1;
  const last = order_type === 'delivery' ? 'Delivered' : order_type === 'pickup' ? 'Collected' : 'Served';
  return [
    [at >= 0, order_type === 'catering' ? 'Requested' : 'Placed'],
    [at >= 1, 'Accepted'],
    [at >= 2, 'In the kitchen'],
    [at >= 3, 'Ready'],
    ...(order_type === 'delivery' ? [[at >= 4, 'On its way'] as [boolean, string]] : []),
    [at >= 5, last],
  ];
}

export interface OrderView {
  order: Order;
  /** Of an order that ended without being served. */
  back: MoneyBack | null;
  token: string;
  rating: OrderRating | null;
  problems?: string[];
  /** It was shown because the same basket was sent again. */
  isAgain?: boolean;
  /** The customer comes back from the payment provider, having paid or not. */
  payment?: 'made' | 'left' | null;
  status?: number;
}

/** How often the page asks while the provider has not confirmed the payment, with and without script. */
export const CONFIRMING_SECONDS = 5;

/** Paid, and the provider has not told us yet. */
export const isConfirming = ({ order, payment }: OrderView): boolean =>
  payment === 'made' && order.due_amount > 0 && !isUnserved(order);

function paymentNote(view: OrderView): Html | string {
  if (isUnserved(view.order)) return '';
  if (view.payment === 'made')
    return html`<p class="note" role="status">
      ${
        isConfirming(view)
          ? 'Your payment is being confirmed. This page shows it as soon as it has arrived; do not pay again.'
          : view.order.due_amount <= 0 && 'Thank you: your payment has arrived.'
      }
    </p>`;
  if (view.payment === 'left' && view.order.due_amount > 0)
    return html`<p class="note" role="status">
      Nothing was paid. Your order stands: pay below, or when you get your food.
    </p>`;
  return '';
}

const REFRESH_SECONDS = 20;

export function orderPage(website: Website, view: OrderView): Page {
  const { base, restaurant, whatsapp } = website;
  const { order, token, rating, problems = [] } = view;
  const state = stateOf(website, view);
  const address = `${base}/orders/${token}`;
  const phone = restaurant.phone_number_business;
  const { sums, taxes } = receiptSums(order, restaurant);
  return {
    title: `Order ${order.order_no}`,
    description: `Your order at ${restaurant.name}`,
    status: view.status ?? 200,
    ...(!state.isFinal && { refreshSeconds: REFRESH_SECONDS }),
    body: html`<div
      class="sheet"
      ${!state.isFinal && html`data-order="${address}/state" data-status="${state.order_status}"`}
    >
      ${problemsOf(problems)}
      ${view.isAgain && html`<p class="note" role="status">You had ordered this already. This is that order; it was not placed twice.</p>`}
      ${paymentNote(view)}
      <p class="soft">
        Order ${order.order_no} · ${typeLabels[order.order_type]}${order.table_name && ` · table ${order.table_name}`} ·
        ${dateTimeLabel(order.placed_at, restaurant.timezone)}
      </p>
      <div role="status">
        <h1 data-headline>${state.headline}</h1>
        <p data-detail>${state.detail}</p>
      </div>
      ${
        !isUnserved(order) &&
        html`<ol class="steps" data-steps>
          ${stepsOf(order).map(([isDone, label]) => html`<li ${isDone && html`class="done"`}>${label}</li>`)}
        </ol>`
      }
      ${order.order_status === 'completed' && ratingOf(address, rating)} ${payOf(website, view, address)}
      <h2>What you ordered</h2>
      <ul class="lines">
        ${order.lines.map(
          (line) =>
            html`<li class="line">
              <div>
                ${line.quantity} ×
                ${line.name}${(line.modifiers ?? []).length > 0 && html`<p class="soft small">${(line.modifiers ?? []).map((one) => (one.prefix === 'none' ? one.name : `${one.prefix} ${one.name}`)).join(', ')}</p>`}${line.note && html`<p class="soft small">Note: ${line.note}</p>`}
              </div>
              <span class="amount">${money(line.total_amount, order.currency)}</span>
            </li>`,
        )}
      </ul>
      ${sumsList([...sums, ...paidOf(order)], order.currency)} ${taxTable(taxes, order.currency)}
      <p class="small">
        <strong>${restaurant.name}</strong>
        ${sellerLines(restaurant).map((line) => html`<br />${line}`)}
      </p>
      ${order.scheduled_for && html`<p>For ${whenOf(order.scheduled_for, restaurant.timezone, website.now)}${order.guests_count && `, ${count(order.guests_count, 'person', 'people')}`}</p>`}
      ${order.delivery_address && html`<p>To ${[order.delivery_address.line_1, order.delivery_address.line_2, order.delivery_address.postal_code, order.delivery_address.city].filter(Boolean).join(', ')}</p>`}
      ${order.customer_note && html`<p>Your note: ${order.customer_note}</p>`}
      ${order.allergens.length > 0 && html`<p>Allergies that we know of: ${allergenList(order.allergens)}</p>`}
      ${order.order_status === 'pending' && html`<form method="post" action="${address}/cancel"><button class="quiet" data-once>Cancel the order</button></form>`}
      <h2>Questions?</h2>
      <p>
        ${phone && html`<a href="${phoneLink(phone)}">Call ${phone}</a> · `}
        ${whatsapp && html`<a href="https://wa.me/${whatsapp}?text=${encodeURIComponent(`Order ${order.order_no}`)}" rel="noopener">WhatsApp</a> · `}
        <a href="${website.own.chat ? `${base}/own/chat` : `${base}/chat`}">Write to us</a>
      </p>
      <p class="soft small">
        Our start page leads back to your order on this device.
        <a href="${homeOf(website)}">Back to the menu</a>
      </p>
    </div>`,
  };
}

/** Net, tax and gross of each rate. */
const taxTable = (taxes: readonly TaxPart[], currency: string): Html | string =>
  taxes.length === 0
    ? ''
    : html`<table class="taxes small">
        <thead>
          <tr>
            <th scope="col">Rate</th>
            <th scope="col">Net</th>
            <th scope="col">Tax</th>
            <th scope="col">Gross</th>
          </tr>
        </thead>
        <tbody>
          ${taxes.map(
            ({ name, rate_bp, net_amount, tax_amount, gross_amount }) =>
              html`<tr>
                <th scope="row">${name === null ? 'Without tax' : taxLabel({ name, rate_bp: rate_bp ?? 0 })}</th>
                <td>${money(net_amount, currency)}</td>
                <td>${money(tax_amount, currency)}</td>
                <td>${money(gross_amount, currency)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`;

function payOf(website: Website, view: OrderView, address: string): Html | string {
  const { order } = view;
  const canPay =
    !isConfirming(view) &&
    website.canPayOnline &&
    order.due_amount > 0 &&
    order.order_type !== 'catering' &&
    !isUnserved(order);
  if (order.due_amount <= 0 || !canPay) return '';
  return html`<form class="panel" method="get" action="${address}/pay">
    <p>
      <strong>${money(order.due_amount, order.currency)}</strong> to pay. Pay online now, or when you get your food.
    </p>
    ${tipOf(website, order.due_amount)}
    <button class="main">Pay online</button>
  </form>`;
}

const grades = ['Bad', 'Not good', 'All right', 'Good', 'Very good'];

function ratingOf(address: string, rating: OrderRating | null): Html {
  return html`<form class="panel" method="post" action="${address}/rating" id="rating">
    ${rating && html`<p role="status">Thank you. You said: <strong>${grades[rating.rating - 1]}</strong>. You can change it.</p>`}
    <fieldset>
      <legend>How was it?</legend>
      ${[5, 4, 3, 2, 1].map((value) => html`<label class="pick"><input type="radio" name="rating" value="${value}" required ${rating?.rating === value && html`checked`} /> <span>${grades[value - 1]}</span></label>`)}
    </fieldset>
    <label class="field"
      >What should we know? <span class="soft">(optional)</span
      ><textarea name="comment" rows="3" maxlength="${RATING_COMMENT_MAX}">${rating?.comment ?? ''}</textarea>
    </label>
    <button class="main" data-once>${rating ? 'Change' : 'Send'}</button>
  </form>`;
}

/** Leads on to the payment provider: a form may not, by the page's content policy. */
export function toPaymentPage(website: Website, url: string, back: string): Page {
  return {
    title: 'Payment',
    description: `Pay at ${website.restaurant.name}`,
    body: html`<div class="sheet">
      <h1>On to the payment page</h1>
      <p>${capital(new URL(url).hostname)} takes the payment for us.</p>
      <p><a class="button wide" href="${url}" data-onward>Continue</a></p>
      <p><a href="${back}">Back to the order</a></p>
    </div>`,
  };
}
