import type { Hono } from 'hono';
import { priceDish } from '../../../../contract/orders/price-dish.ts';
import { findTable } from '../../../../contract/reservations/find-table.ts';
import type { Services } from '../../../pipeline/services.ts';
import { isId } from '../../../platform/ids.ts';
import type { Offered } from '../../../menu/offered.ts';
import {
  addLine,
  countOf,
  emptyBasket,
  readBasket,
  setQuantity,
  type Basket,
  type BasketType,
  type WantedLine,
} from './basket.ts';
import { basketPage } from './basket-page.ts';
import { viewBasket } from './basket-view.ts';
import { checkoutPage, readTip } from './checkout-page.ts';
import { readChoices } from '../menu/choices.ts';
import { dishPage } from '../menu/dish-page.ts';
import { wantsJson } from '../forms.ts';
import { homeOf, respondPage } from '../layout.ts';
import { placeBasket } from './place.ts';
import { keepBasket, noDish, privately, seeOther, show, withForm, type Bindings, type PageContext } from '../serve.ts';
import { typeOf, type Website } from '../website.ts';
import { typeLabels } from '../words.ts';
import { money } from '../../../platform/format.ts';
import { clip } from '../../../../contract/clip.ts';

/** From the first dish to the order. Each form works without script and answers with the next page. */
export function basketRoutes(services: Services, pages: Hono<{ Bindings: Bindings }>): void {
  pages.get('/basket', (c) =>
    show(services, c, (website, menu) => privately(website, basketPage(website, viewBasket(website, menu)))),
  );
  // The basket of a chat, as the chat's link holds it.
  pages.get('/basket/of/:basket', (c) =>
    show(services, c, (website) => {
      const { lines } = readBasket(c.req.param('basket'), website.now);
      if (lines.length > 0) keepBasket(c, website, { ...website.basket, lines });
      return seeOther(c, `${website.base}/basket`);
    }),
  );
  pages.get('/checkout', (c) =>
    show(services, c, (website, menu) => {
      const view = viewBasket(website, menu);
      const type = typeOf(website);
      if (!view.isOrderable || type === null) return seeOther(c, `${website.base}/basket`);
      return privately(website, checkoutPage({ website, view, type, form: new URLSearchParams() }));
    }),
  );
  pages.post('/checkout/type', (c) =>
    withForm(services, c, (website, menu, form) => changeType(c, website, menu, form)),
  );
  pages.post('/order-type', (c) => withForm(services, c, (website, _menu, form) => chooseType(c, website, form)));
  pages.post('/basket', (c) => withForm(services, c, (website, menu, form) => addDish(c, website, menu, form)));
  pages.post('/price', (c) => withForm(services, c, (website, menu, form) => showPrice(website, menu, form)));
  pages.post('/basket/lines', (c) =>
    withForm(services, c, (website, _menu, form) => {
      const [at, quantity] = [Number(form.get('at')), Number(form.get('quantity'))];
      const line = website.basket.lines[at];
      // Another tab may have changed the basket: then this would be another dish.
      if (line && line.menu_item_id === form.get('item') && Number.isInteger(quantity) && quantity <= 99)
        keepBasket(c, website, setQuantity(website.basket, at, quantity));
      return seeOther(c, `${website.base}/basket`);
    }),
  );
  pages.post('/checkout', (c) =>
    withForm(services, c, async (website, menu, form) => {
      const type = chosenType(website, form);
      if (type === null) return seeOther(c, `${website.base}/basket`);
      const placed = await placeBasket(services, website, { form, type });
      if (placed.kind !== 'refused') {
        // Theirs is the basket that became the order; one that was begun since stays.
        if (website.basket.key === (form.get('key') ?? website.basket.key)) keepBasket(c, website, afterOrder(website));
        const pay =
          placed.kind === 'placed' && form.get('payment') === 'online' && website.canPayOnline && type !== 'catering';
        const address = `${website.base}/orders/${placed.token}`;
        if (pay) return seeOther(c, `${address}/pay?tip_percent=${readTip(form.get('tip_percent'))}`);
        return seeOther(c, placed.kind === 'again' ? `${address}?again` : address);
      }
      if (website.basket.lines.length === 0) return seeOther(c, `${website.base}/basket`);
      keepBasket(c, website, placed.basket);
      const again = { ...website, basket: placed.basket };
      const view = viewBasket(again, menu);
      const { problems, wrong, status, quoted } = placed;
      if (!view.isOrderable) return privately(again, { ...basketPage(again, view, problems), status });
      return privately(again, checkoutPage({ website: again, view, type, form, problems, wrong, status, quoted }));
    }),
  );
}

/** Who sits at a table orders there again. */
const afterOrder = ({ basket, now }: Website): Basket => {
  const { lines: _, key: __, ...kept } = basket;
  return { ...emptyBasket(now), ...kept };
};

/** The code on a table leads here. Null: nothing can be ordered to it. */
export function seatAt(c: PageContext, website: Website, named: string): Response | null {
  const table = website.types.includes('dine_in') ? findTable(website.restaurant, named) : null;
  if (table === null) return null;
  keepBasket(c, website, { ...website.basket, table, type: 'dine_in' });
  return seeOther(c, homeOf(website));
}

function chosenType(website: Website, form: URLSearchParams): BasketType | null {
  const wanted = website.types.find((type) => type === form.get('type'));
  return wanted ?? typeOf(website);
}

function chooseType(c: PageContext, website: Website, form: URLSearchParams): Response {
  const { table, ...basket } = website.basket;
  const isLeaving = form.get('table') === '';
  const type = chosenType(website, form);
  keepBasket(c, website, {
    ...basket,
    ...(table !== undefined && !isLeaving ? { table } : {}),
    ...(type === null || isLeaving ? {} : { type }),
    ...(isLeaving && basket.type === 'dine_in' ? { type: website.types[0]! } : {}),
  });
  return seeOther(c, homeOf(website));
}

/** Another order type at the checkout, with everything that was typed there. It stays as it was if some of the basket cannot be had so. */
function changeType(
  c: PageContext,
  website: Website,
  menu: Map<string, Offered>,
  form: URLSearchParams,
): Response | Promise<Response> {
  const before = chosenType(website, form);
  const wanted = website.types.find((type) => type === form.get('change_type')) ?? before;
  if (wanted === null || before === null) return seeOther(c, `${website.base}/basket`);
  const as = (type: BasketType): Website => ({ ...website, basket: { ...website.basket, type } });
  const isServedSo = viewBasket(as(wanted), menu).isOrderable;
  const type = isServedSo ? wanted : before;
  const changed = as(type);
  const view = viewBasket(changed, menu);
  if (!view.isOrderable) return seeOther(c, `${website.base}/basket`);
  keepBasket(c, website, changed.basket);
  const problems = isServedSo ? [] : [`Not everything in your basket is available for “${typeLabels[wanted]}”.`];
  return privately(changed, checkoutPage({ website: changed, view, type, form, problems }));
}

/** The dish of a form and how it is wanted. */
function lineOf({ item, groups }: Offered, form: URLSearchParams): WantedLine {
  const quantity = Math.trunc(Number(form.get('quantity') ?? item.min_quantity ?? 1));
  const modifiers = readChoices(
    form,
    (item.modifier_groups ?? []).map(({ id }) => id),
    groups,
  );
  const variant = form.get('variant');
  const note = clip(form.get('note')?.trim() ?? '', 200, '');
  return {
    menu_item_id: item.id,
    quantity: Math.min(99, Math.max(1, quantity || 1)),
    ...(variant && isId(variant) ? { variant_id: variant } : {}),
    ...(modifiers.length > 0 ? { modifiers } : {}),
    ...(note ? { note } : {}),
  };
}

async function addDish(
  c: PageContext,
  website: Website,
  menu: Map<string, Offered>,
  form: URLSearchParams,
): Promise<Response> {
  const offered = menu.get((form.get('item') ?? '').toLowerCase());
  const isScript = wantsJson(c.req.raw);
  if (!offered)
    return isScript
      ? c.json({ problem: 'It is not on the menu any more.' }, 409)
      : respondPage(website, noDish(website));
  const line = lineOf(offered, form);
  const refuse = (problems: string[]) =>
    isScript
      ? c.json({ problem: problems.join(' ') }, 409)
      : privately(website, dishPage(website, { offered, form, problems }));
  const outcome = priceDish(offered, line, website.now.toISOString());
  if (outcome.kind === 'sold_out') return refuse([`${outcome.name} is sold out.`]);
  if (outcome.kind === 'refused') return refuse(problemsOf(outcome.field_errors));
  const basket = addLine(website.basket, line);
  if (basket.lines.length > 100 || !keepBasket(c, website, basket))
    return refuse(['The basket is full. Order this first, or leave out some of the notes.']);
  if (!isScript)
    return seeOther(
      c,
      form.get('from') === 'dish' ? `${website.base}/basket` : `${homeOf(website)}#c-${offered.category.id}`,
    );
  const view = viewBasket({ ...website, basket }, menu);
  return c.json({
    count: countOf(basket),
    total: money(view.sums.total_amount, website.restaurant.currency),
    ofDish: basket.lines.reduce((sum, one) => sum + (one.menu_item_id === offered.item.id ? one.quantity : 0), 0),
  });
}

/** What a dish costs as it is chosen in its form, for the page's script. */
function showPrice({ restaurant, now }: Website, menu: Map<string, Offered>, form: URLSearchParams): Response {
  const offered = menu.get((form.get('item') ?? '').toLowerCase());
  const line = offered && lineOf(offered, form);
  const outcome = offered && priceDish(offered, line!, now.toISOString());
  if (outcome?.kind !== 'priced') return Response.json({ price: '' }, { headers: { 'Cache-Control': 'no-store' } });
  const { unit_amount, modifiers = [] } = outcome.dish;
  const piece = modifiers.reduce((sum, one) => sum + (one.each_amount ?? 0), unit_amount);
  return Response.json(
    { price: money(piece * line!.quantity, restaurant.currency) },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

/** Messages about a group name it; the others are about a choice that is there no more. */
const problemsOf = (errors: Record<string, string>): string[] => {
  const named = Object.values(errors).filter((message) => message.includes(': ') || message.startsWith('Choose'));
  return named.length > 0
    ? [...new Set(named)]
    : ['Look at the choices again: something is missing, or not on the menu any more.'];
};
