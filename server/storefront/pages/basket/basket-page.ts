import { html } from 'hono/html';
import { sumsForCustomer } from '../../../../contract/orders/receipt.ts';
import { orderingNow, type OrderingNow } from '../../../../contract/restaurant/ordering.ts';
import { minutesOf, type BasketRow, type BasketView } from './basket-view.ts';
import { homeOf, problemsOf, type Html, type Page } from '../layout.ts';
import { sumsList } from '../sums-list.ts';
import { typeOf, type Website } from '../website.ts';
import { openingState, typeLabels } from '../words.ts';
import { money } from '../../../platform/format.ts';

export function basketPage(website: Website, view: BasketView, problems: string[] = []): Page {
  const { base, restaurant, now } = website;
  const type = typeOf(website);
  const ordering =
    type === null ? website.ordering : orderingNow(restaurant, now, type, minutesOf(website, view, type));
  return {
    title: 'Your basket',
    description: `Your basket at ${restaurant.name}`,
    body: html`<div class="sheet">
      <h1>Your basket</h1>
      ${problemsOf(problems)}
      ${
        view.rows.length === 0 &&
        html`<p>There is nothing in it yet.</p>
          <p><a class="button" href="${homeOf(website)}">See the menu</a></p>`
      }
      <ul class="lines">
        ${view.rows.map((row) => rowOf(website, row))}
      </ul>
      ${
        view.rows.length > 0 &&
        html`${sumsList(sumsForCustomer(view.sums, website.restaurant), website.restaurant.currency)}
          ${!ordering.isOpen && type !== 'catering' && html`<p class="note">${openingState(restaurant, ordering, now).label}.${canOrderForLater(ordering) && ' You can order for later.'}</p>`}
          ${type === null && html`<p class="bad">Online orders are turned off. Please call us.</p>`}
          ${
            type !== null &&
            (view.isOrderable
              ? html`<p><a class="button wide" href="${base}/checkout">Go to checkout (${typeLabels[type]})</a></p>`
              : html`<p class="bad">Some of it cannot be ordered. Look at the marked dishes.</p>`)
          }
          <p><a href="${homeOf(website)}">Add something else</a></p>`
      }
    </div>`,
  };
}

/** A pause is for orders for later, too, and a restaurant that never opens has no later. */
const canOrderForLater = (ordering: OrderingNow): boolean =>
  !ordering.isOpen && ordering.reason !== 'paused' && ordering.opensAt !== null;

function rowOf({ base, restaurant }: Website, { at, line, name, choices, priced, problem }: BasketRow): Html {
  return html`<li class="${problem ? 'line out' : 'line'}">
    <div>
      <strong>${name}</strong>
      ${choices.length > 0 && html`<p class="soft small">${choices.join(', ')}</p>`}
      ${line.note && html`<p class="soft small">Note: ${line.note}</p>`}
      ${problem && html`<p class="bad">${problem}</p>`}
    </div>
    <span class="amount">${priced && money(priced.total_amount, restaurant.currency)}</span>
    <form method="post" action="${base}/basket/lines" class="quantity" data-quantity>
      <input type="hidden" name="at" value="${at}" /><input type="hidden" name="item" value="${line.menu_item_id}" />
      <button
        name="quantity"
        value="${line.quantity - 1}"
        aria-label="${line.quantity > 1 ? 'One less of' : 'Remove'} ${name}"
      >
        ${line.quantity > 1 ? '−' : '×'}
      </button>
      <output>${line.quantity}</output>
      <button
        name="quantity"
        value="${Math.min(99, line.quantity + 1)}"
        aria-label="One more of ${name}"
        ${problem && html`disabled`}
      >
        +
      </button>
    </form>
  </li>`;
}
