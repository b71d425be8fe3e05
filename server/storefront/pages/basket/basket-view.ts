import { absenceOf } from '../../../../contract/menu/orderable.ts';
import type { OrderLine } from '../../../../contract/orders/calls.ts';
import { newLine } from '../../../../contract/orders/manual-order.ts';
import { piecesOf, quantityFault } from '../../../../contract/orders/item-limits.ts';
import { hasOpenPrice, priceDish } from '../../../../contract/orders/price-dish.ts';
import type { PricedSums } from '../../../../contract/orders/sums.ts';
import { noSums, withSums } from '../../../../contract/orders/totals.ts';
import { prepMinutes } from '../../../../contract/restaurant/ordering.ts';
import { newId } from '../../../platform/ids.ts';
import type { Offered } from '../../../menu/offered.ts';
import { isServed } from '../../place-order.ts';
import { countOf, type BasketType, type WantedLine } from './basket.ts';
import { typeOf, type Website } from '../website.ts';
import { typeLabels } from '../words.ts';
import { whenOf } from '../../../platform/format.ts';

export interface BasketRow {
  /** Its place in the basket. */
  at: number;
  line: WantedLine;
  offered: Offered | null;
  name: string;
  choices: string[];
  /** As the menu prices it now; null if it cannot be had. */
  priced: OrderLine | null;
  /** Why it cannot be ordered, in words. */
  problem: string | null;
}

export interface BasketView {
  rows: BasketRow[];
  count: number;
  /** Of what can be had. */
  sums: PricedSums;
  isOrderable: boolean;
}

/** What a basket holds and costs, by the menu as it is now. */
export function viewBasket(website: Website, menu: Map<string, Offered>): BasketView {
  const { basket } = website;
  const rows = basket.lines.map((line, at) => viewLine(website, menu, line, at));
  const lines = rows.flatMap(({ priced }) => priced ?? []);
  return {
    rows,
    count: countOf(basket),
    sums: withSums(noSums, lines),
    isOrderable: rows.length > 0 && rows.every(({ problem }) => problem === null),
  };
}

/** How long it takes: what is promised for its type, or the dish of the basket that takes longest. */
export const minutesOf = ({ restaurant, now }: Website, { rows }: BasketView, type: BasketType): number =>
  prepMinutes(restaurant, type, now, Math.max(0, ...rows.map(({ offered }) => offered?.item.prep_minutes ?? 0)));

function viewLine(website: Website, menu: Map<string, Offered>, line: WantedLine, at: number): BasketRow {
  const { restaurant, now } = website;
  const offered = menu.get(line.menu_item_id.toLowerCase()) ?? null;
  const gone = (problem: string, name = offered?.item.name ?? 'A dish'): BasketRow => {
    return { at, line, offered, name, choices: [], priced: null, problem };
  };
  if (!offered || hasOpenPrice(offered.item)) return gone('It is not on the menu any more. Remove it.');
  const type = typeOf(website);
  if (type !== null && !isServed(offered, type))
    return gone(`It is not available for “${typeLabels[type]}”. Remove it, or order another way.`);
  const absence = absenceOf(offered, restaurant.timezone, now.toISOString());
  // What is served later may be ordered for later: then the kitchen's hours decide, when the order is placed.
  if (absence && absence.why !== 'outside_windows') {
    const until = absence.until === null ? '' : ` until ${whenOf(absence.until, restaurant.timezone, now)}`;
    return gone(`Sold out${until}. Remove it.`);
  }
  const outcome = priceDish(offered, line, now.toISOString());
  if (outcome.kind === 'sold_out') return gone('Sold out. Remove it, or choose it again.', outcome.name);
  if (outcome.kind === 'refused') return gone('The menu has changed. Remove it, and choose it again.');
  const { quantity, note, menu_item_id } = line;
  const priced = newLine({ id: newId(now), menu_item_id, quantity, ...(note ? { note } : {}), ...outcome.dish });
  const choices = (outcome.dish.modifiers ?? []).map((one) =>
    (one.quantity ?? 1) > 1 ? `${one.quantity} × ${one.name}` : (one.name ?? ''),
  );
  const pieces = piecesOf(website.basket.lines, offered.item.id);
  const fault = quantityFault(offered.item, pieces);
  return { at, line, offered, name: outcome.dish.name, choices, priced, problem: fault && `${fault}.` };
}
