import { html } from 'hono/html';
import type { Offered } from '../../../menu/offered.ts';
import { fold } from '../../../../contract/fold.ts';
import { allergensOfDish, type Held } from '../../../../contract/menu/dish-allergens.ts';
import { absenceOf } from '../../../../contract/menu/orderable.ts';
import { hasOpenPrice } from '../../../../contract/orders/price-dish.ts';
import { orderingNow, prepMinutes, type OrderingNow } from '../../../../contract/restaurant/ordering.ts';
import { searchTerms } from '../../../db/search.ts';
import { linksToOwnPages } from '../own-pages.ts';
import { viewBasket } from '../basket/basket-view.ts';
import { isImage, picture, type Html, type Page } from '../layout.ts';
import { menuData } from './structured-data.ts';
import { typeOf, type Website } from '../website.ts';
import { allergenLabel, allergenList, capital, count, dietaryLabel, openingState, typeLabels } from '../words.ts';
import { money, whenOf } from '../../../platform/format.ts';

/**
 * The menu, with everything that leads to an order. `query`: what was searched for without script. `wrongTable`: what the code of a table
 * named, and nothing can be ordered to.
 */
export function menuPage(website: Website, menu: Map<string, Offered>, query: string, wrongTable?: string): Page {
  const { restaurant, parts } = website;
  const { cover_image: cover } = parts.images;
  const terms = searchTerms(query);
  const all = [...menu.values()];
  const shown =
    terms.length === 0 ? all : all.filter((offered) => terms.every((term) => textOf(offered).includes(term)));
  const sections = sectionsOf(shown);
  const place = restaurant.city ? ` in ${restaurant.city}` : '';
  const first = all.find(({ item }) => isImage(item.image_url))?.item.image_url ?? null;
  // A few photographs are in sight at first; all others wait until somebody scrolls.
  let inSight = cover ? 2 : 4;
  return {
    ...(query === '' && { path: '/' }),
    title: query === '' ? `${restaurant.name}${place}: menu and orders` : `“${query}” on the menu`,
    description:
      parts.basic_info.short_description ||
      `The menu of ${restaurant.name}${place}. ${all.length > 0 ? `${count(all.length, 'dish', 'dishes')} to order online.` : ''}`,
    image: isImage(cover) ? cover : first,
    about: query === '' ? menuData(website, all) : [],
    hasOwnHead: true,
    body: html`
      ${frontOf(website)} ${linksToOwnPages(website)} ${typesOf(website)}
      ${wrongTable === undefined ? tableOf(website) : noTable(website, wrongTable)}
      <form class="search" role="search" action="" data-search>
        <label class="hide" for="q">Search the menu</label>
        <input
          id="q"
          name="q"
          type="search"
          value="${query}"
          placeholder="Search the menu"
          autocomplete="off"
          maxlength="80"
        />
        <button>Search</button>
      </form>
      ${
        sections.length > 1 &&
        html`<nav class="tabs" aria-label="Categories">
          <ul>
            ${sections.map(({ id, name }) => html`<li><a href="#c-${id}">${name}</a></li>`)}
          </ul>
        </nav>`
      }
      <p class="note" data-found role="status" ${terms.length === 0 && html`hidden`}>
        ${terms.length > 0 && `${count(shown.length, 'dish', 'dishes')} found.`}
        ${terms.length > 0 && html`<a href="${website.base || '/'}">Show the whole menu</a>`}
      </p>
      ${all.length === 0 && html`<p class="note">The menu is being written. Please come back soon, or call us.</p>`}
      ${sections.map(
        ({ id, name, description, dishes }) =>
          html`<section class="category" id="c-${id}" aria-labelledby="h-${id}">
            <h2 id="h-${id}">${name}</h2>
            ${description && html`<p class="soft">${description}</p>`}
            <ul class="dishes">
              ${dishes.map((offered) => dishRow(website, offered, isImage(offered.item.image_url) && inSight-- > 0))}
            </ul>
          </section>`,
      )}
      ${basketBar(website, menu)}
    `,
  };
}

const textOf = ({ item, category }: Offered) =>
  fold(`${item.name} ${item.description} ${category.name} ${item.dietary.map(dietaryLabel).join(' ')}`);

interface Section {
  id: string;
  name: string;
  description: string;
  dishes: Offered[];
}

function sectionsOf(shown: Offered[]): Section[] {
  const sections = new Map<string, Section>();
  for (const offered of shown) {
    const { id, name, description } = offered.category;
    const section = sections.get(id) ?? { id, name, description, dishes: [] };
    section.dishes.push(offered);
    sections.set(id, section);
  }
  for (const { dishes } of sections.values())
    dishes.sort((a, b) => Number(b.item.is_featured ?? false) - Number(a.item.is_featured ?? false));
  return [...sections.values()];
}

function frontOf(website: Website): Html {
  const { restaurant, parts, ordering, now } = website;
  const { logo, cover_image: cover } = parts.images;
  const state = openingState(restaurant, ordering, now);
  const initials = [...restaurant.name.matchAll(/(?:^|\s)(\p{L}|\p{N})/gu)].slice(0, 2).map(([, initial]) => initial);
  return html`<header class="front">
    <div class="cover">${picture(cover, { alt: '', sizes: '100vw', width: 1600, height: 600, isFirst: true })}</div>
    <div class="who">
      <div class="logo">
        ${isImage(logo) ? picture(logo, { alt: '', sizes: '76px', width: 76, height: 76, isFirst: true }) : html`<span aria-hidden="true">${initials.join('').toUpperCase()}</span>`}
      </div>
      <div>
        <h1>${restaurant.name}</h1>
        <p>
          <span class="${state.isOpen ? 'open' : 'shut'}">${state.label}</span>
          ${restaurant.city && html`<span class="soft">${restaurant.city}</span>`}
        </p>
      </div>
    </div>
    ${parts.basic_info.short_description && html`<p class="about">${parts.basic_info.short_description}</p>`}
  </header>`;
}

/** A pause is said above, and ends. */
const canOrderNow = (ordering: OrderingNow) => ordering.isOpen || ordering.reason === 'paused';

/** How the order reaches its eater. Each is a button, so that it works without script. */
function typesOf(website: Website): Html | string {
  const { types, canReserve, restaurant, now, base } = website;
  const chosen = typeOf(website);
  if (types.length === 0 && !canReserve) return html`<p class="note">Online orders are turned off. Please call us.</p>`;
  const hint = (type: Website['types'][number]) =>
    type === 'catering'
      ? 'On request'
      : canOrderNow(orderingNow(restaurant, now, type))
        ? `${prepMinutes(restaurant, type, now)} min`
        : 'For later';
  return html`<form class="types" method="post" action="${base}/order-type" aria-label="Order type">
    ${types.map(
      (type) =>
        html`<button name="type" value="${type}" aria-pressed="${String(type === chosen)}">
          <strong>${typeLabels[type]}</strong> <span>${hint(type)}</span>
        </button>`,
    )}
    ${canReserve && html`<a class="tile" href="${base}/reserve"><strong>Table</strong> <span>Book</span></a>`}
  </form>`;
}

const tableOf = ({ basket, types, base }: Website): Html | string =>
  basket.table === undefined || !types.includes('dine_in')
    ? ''
    : html`<form class="note" method="post" action="${base}/order-type">
        You are ordering to table <strong>${basket.table}</strong>.
        <button class="link" name="table" value="">Not your table?</button>
      </form>`;

/** In the place of the table, so that nobody takes the one of another visit for the one just scanned. */
const noTable = ({ types }: Website, table: string): Html =>
  types.includes('dine_in')
    ? html`<p class="note" role="alert">
        There is no table <strong>${table}</strong> here. Scan the code again, or say at the checkout where you sit.
      </p>`
    : html`<p class="note" role="alert">Orders to the table are not taken here at the moment. Please ask us.</p>`;

function dishRow(website: Website, offered: Offered, isFirst: boolean): Html {
  const { restaurant, base, basket, now } = website;
  const { item } = offered;
  const absence = absenceOf(offered, restaurant.timezone, now.toISOString());
  const isOpenPrice = hasOpenPrice(item);
  const isOut = absence !== null;
  const inBasket = basket.lines.reduce((sum, line) => sum + (line.menu_item_id === item.id ? line.quantity : 0), 0);
  const address = `${base}/items/${item.id}`;
  const needsChoice = (item.variants ?? []).length > 0 || (item.modifier_groups ?? []).length > 0;
  const canOrder = !isOut && !isOpenPrice && website.types.length > 0;
  return html`<li class="${isOut ? 'dish out' : 'dish'}" data-dish="${textOf(offered)}">
    <div>
      <h3><a href="${address}">${item.name}</a></h3>
      ${item.description && html`<p class="soft">${item.description}</p>`}
      <p class="price">
        ${priceBefore(offered)}${isOpenPrice ? 'Price on the day' : priceOf(offered)} ${marksOf(offered)}
      </p>
      <p class="soft small">${allergensOf(offered)} ${limitsOf(offered)}</p>
      ${isOut && html`<p class="bad">${absenceLabel(website, absence)}</p>`}
      ${isOpenPrice && html`<p class="soft small">Ask us what it costs today, and order it from us.</p>`}
    </div>
    <div class="${isImage(item.image_url) ? 'photo' : 'photo none'}">
      ${picture(item.image_url, { alt: '', sizes: '112px', width: 112, height: 112, isFirst })}
      ${
        canOrder &&
        (needsChoice
          ? html`<a class="add" href="${address}"><span class="hide">Choose ${item.name}</span>${addMark(inBasket)}</a>`
          : html`<form method="post" action="${base}/basket" data-add>
              <input type="hidden" name="item" value="${item.id}" /><button class="add">
                <span class="hide">Add ${item.name}</span>
                ${addMark(inBasket)}
              </button>
            </form>`)
      }
    </div>
  </li>`;
}

const addMark = (inBasket: number): Html =>
  html`<span data-mark ${inBasket > 0 && html`class="has"`}>${inBasket > 0 ? inBasket : '+'}</span>`;

/** "£8.50", or "from £8.50" where its variants differ. */
export function priceOf({ item }: Offered): string {
  const prices = (item.variants ?? []).map(({ price_amount }) => price_amount);
  if (prices.length === 0) return money(item.price_amount, item.currency);
  const least = Math.min(...prices);
  return `${Math.max(...prices) > least ? 'from ' : ''}${money(least, item.currency)}`;
}

export const marksOf = ({ item }: Offered): Html[] => [
  ...(item.is_featured ? [html`<span class="mark">Featured</span>`] : []),
  ...item.dietary.map((one) => html`<span class="mark">${dietaryLabel(one)}</span>`),
  ...(item.spice_level ? [html`<span class="mark">${['', 'Mild', 'Medium', 'Hot'][item.spice_level]}</span>`] : []),
  ...(item.min_age ? [html`<span class="mark">${item.min_age} and over</span>`] : []),
  ...(item.calories === null || item.calories === undefined
    ? []
    : [html`<span class="mark">${item.calories} kcal</span>`]),
];

/** What it cost before, where that is more than now. */
export const priceBefore = ({ item }: Offered): Html | string =>
  typeof item.compare_at_amount === 'number' && item.compare_at_amount > item.price_amount && !hasOpenPrice(item)
    ? html`<s><span class="hide">Before: </span>${money(item.compare_at_amount, item.currency)}</s> `
    : '';

/** "For pickup only. From 4 pieces on, 12 at most": how it can be ordered, where that is limited. */
export function limitsOf({ item }: Offered): string {
  const types = (item.order_types ?? []).map((type) => typeLabels[type]);
  const [least, most] = [item.min_quantity ?? 1, item.max_quantity ?? null];
  const pieces = [least > 1 && `from ${least} pieces on`, most !== null && `${most} at most`]
    .filter(Boolean)
    .join(', ');
  return [
    types.length > 0 && `Only for ${types.join(', ').toLowerCase()}.`,
    pieces && `${pieces.charAt(0).toUpperCase()}${pieces.slice(1)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Confirmed, written down, or not known: never "none" where nobody has said so. */
export function allergensOf({ item, groups }: Offered): string {
  const { contains, mayContain, isConfirmed, choices } = allergensOfDish(item, groups);
  const noted = contains.length > 0 ? `: ${allergenList(contains)}` : '';
  const itself = choices.length > 0 ? ' in the dish itself' : '';
  return [
    isConfirmed && (noted ? `Contains${noted}.` : `None of the 14 main allergens${itself}.`),
    !isConfirmed && (noted ? `Allergens noted, not confirmed${noted}. Ask us.` : 'Allergens not confirmed. Ask us.'),
    mayContain.length > 0 && `May contain: ${allergenList(mayContain)}.`,
    ...choices.filter(isNoted).map((one) => `With ${one.name}: ${heldText(one)}.`),
    choices.some((one) => !one.isConfirmed) && 'Not all choices are confirmed: ask us.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** "Peanuts, may contain soya"; empty: nothing is noted. */
export const heldText = ({ contains, mayContain }: Held): string =>
  capital(
    [
      ...contains.map(allergenLabel),
      ...(mayContain.length > 0 ? [`may contain ${mayContain.map(allergenLabel).join(', ')}`] : []),
    ].join(', '),
  );

const isNoted = ({ contains, mayContain }: Held) => contains.length + mayContain.length > 0;

export function absenceLabel(
  { restaurant, now }: Website,
  { why, until }: NonNullable<ReturnType<typeof absenceOf>>,
): string {
  const back = until === null ? null : whenOf(until, restaurant.timezone, now);
  if (why === 'outside_windows') return back === null ? 'Not served now' : `Served ${back}`;
  return back === null ? 'Sold out' : `Sold out. Back ${back}`;
}

export function basketBar(website: Website, menu: Map<string, Offered>): Html {
  const { base, restaurant } = website;
  const view = viewBasket(website, menu);
  return html`<a class="basket-bar" href="${base}/basket" data-basket ${view.count === 0 && html`hidden`}>
    <span data-count>${view.count}</span> <span>View basket</span>
    <strong data-total>${money(view.sums.total_amount, restaurant.currency)}</strong>
  </a>`;
}
