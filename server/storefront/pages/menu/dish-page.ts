import { html } from 'hono/html';
import { isAvailable } from '../../../../contract/menu/availability.ts';
import { absenceOf } from '../../../../contract/menu/orderable.ts';
import { heldBy } from '../../../../contract/menu/dish-allergens.ts';
import type { OfferedGroup, OfferedModifier } from '../../../../contract/menu/linked.ts';
import { hasOpenPrice, NESTING_MAX } from '../../../../contract/orders/price-dish.ts';
import type { Offered } from '../../../menu/offered.ts';
import { fieldOf, quantityFieldOf } from './choices.ts';
import { imageSource, isImage, picture, problemsOf, type Html, type Page } from '../layout.ts';
import { absenceLabel, allergensOf, heldText, limitsOf, marksOf, priceBefore, priceOf } from './menu-page.ts';
import type { Website } from '../website.ts';
import { money } from '../../../platform/format.ts';

/** One dish with its choices. `form`: what was chosen, if it is shown again because of `problems`. */
export function dishPage(
  website: Website,
  { offered, form, problems = [] }: { offered: Offered; form?: URLSearchParams; problems?: string[] },
): Page {
  const { item } = offered;
  const { restaurant, base, now } = website;
  const absence = absenceOf(offered, restaurant.timezone, now.toISOString());
  const canOrder = absence === null && !hasOpenPrice(item) && website.types.length > 0;
  const images = [item.image_url, ...(item.images ?? [])].filter(isImage);
  return {
    path: `/items/${item.id}`,
    status: problems.length > 0 ? 422 : 200,
    title: item.name,
    description: item.description || `${item.name} at ${restaurant.name}. ${allergensOf(offered)}`,
    image: item.image_url,
    body: html`<article class="one">
      ${problemsOf(problems)}
      ${images.length > 0 && html`<div class="pictures">${images.map((url, i) => picture(url, { alt: i === 0 ? item.name : '', sizes: '(min-width: 760px) 760px, 100vw', width: 800, height: 600, isFirst: i === 0 }))}</div>`}
      <h1>${item.name}</h1>
      ${item.description && html`<p>${item.description}</p>`}
      <p class="price">
        ${priceBefore(offered)}${hasOpenPrice(item) ? 'Price on the day' : priceOf(offered)} ${marksOf(offered)}
      </p>
      ${limitsOf(offered) && html`<p>${limitsOf(offered)}</p>`}
      <p>${allergensOf(offered)}</p>
      ${absence && html`<p class="bad">${absenceLabel(website, absence)}</p>`}
      ${hasOpenPrice(item) && html`<p>Ask us what it costs today, and order it from us.</p>`}
      ${canOrder && formOf(website, offered, form)}
      <p><a href="${base || '/'}#c-${offered.category.id}">Back to the menu</a></p>
    </article>`,
    about: [
      {
        '@context': 'https://schema.org',
        '@type': 'MenuItem',
        name: item.name,
        ...(item.description && { description: item.description }),
        ...(isImage(item.image_url) && {
          image: new URL(imageSource(item.image_url, 1600), `${website.origin}/`).href,
        }),
      },
    ],
  };
}

function formOf({ base, restaurant, now }: Website, { item, groups }: Offered, form?: URLSearchParams): Html {
  const variants = (item.variants ?? []).filter((one) => one.availability_status !== 'hidden');
  const chosen = form?.get('variant') ?? variants.find((one) => one.is_default)?.id;
  const sheet: Sheet = { groups, currency: restaurant.currency, at: now.toISOString(), form };
  return html`<form method="post" action="${base}/basket" data-dish-form>
    <input type="hidden" name="item" value="${item.id}" /><input type="hidden" name="from" value="dish" />
    ${
      variants.length > 0 &&
      html`<fieldset>
        <legend>Choose one</legend>
        ${variants.map((one) => {
          const isHere = isAvailable(one, sheet.at);
          return html`<label class="pick"
            ><input
              type="radio"
              name="variant"
              value="${one.id}"
              required
              ${one.id === chosen && isHere && html`checked`}
              ${!isHere && html`disabled`}
            />
            <span>${one.name}${!isHere && ' (sold out)'}</span>
            <span>${money(one.price_amount, sheet.currency)}</span></label
          >`;
        })}
      </fieldset>`
    }
    ${groupsOf(
      sheet,
      (item.modifier_groups ?? []).map(({ id }) => id),
      [],
      0,
    )}
    <label class="field"
      >Note for the kitchen <span class="soft">(optional)</span>
      <input name="note" maxlength="200" value="${form?.get('note') ?? ''}" autocomplete="off" />
    </label>
    <div class="row">
      <label class="field short"
        >How many
        <input
          type="number"
          name="quantity"
          value="${form?.get('quantity') ?? String(item.min_quantity ?? 1)}"
          min="1"
          max="99"
          inputmode="numeric"
          required
        />
      </label>
      <button class="main">Add to basket <span data-price></span></button>
    </div>
  </form>`;
}

interface Sheet {
  groups: Offered['groups'];
  currency: string;
  at: string;
  form: URLSearchParams | undefined;
}

const groupsOf = (sheet: Sheet, ids: readonly string[], path: string[], depth: number): Html[] =>
  ids.flatMap((id) => {
    const group = sheet.groups.get(id);
    return group ? [groupOf(sheet, group, [...path, id], depth)] : [];
  });

function groupOf(sheet: Sheet, group: OfferedGroup, path: string[], depth: number): Html {
  const name = fieldOf(path);
  if (group.selection_type === 'text')
    return html`<label class="field"
      >${group.name} ${group.min_selected === 0 && html`<span class="soft">(optional)</span>`}
      <input
        name="${name}"
        maxlength="200"
        value="${sheet.form?.get(name) ?? ''}"
        autocomplete="off"
        ${depth === 0 && group.min_selected > 0 && html`required`}
      />
    </label>`;
  return html`<fieldset data-most="${group.selection_type === 'multiple' ? (group.max_selected ?? '') : ''}">
    <legend>${group.name} <span class="soft">${ruleOf(group)}</span></legend>
    ${group.modifiers
      .filter((one) => one.availability_status !== 'hidden' || isAvailable(one, sheet.at))
      .map((modifier) => modifierOf(sheet, group, { modifier, path, name, depth }))}
  </fieldset>`;
}

function modifierOf(
  sheet: Sheet,
  group: OfferedGroup,
  { modifier, path, name, depth }: { modifier: OfferedModifier; path: string[]; name: string; depth: number },
): Html {
  const isHere = isAvailable(modifier, sheet.at);
  const held = heldText(heldBy(modifier));
  const label = html`<span
      >${modifier.name}${!isHere && ' (sold out)'}${held && html` <span class="soft small">${held}</span>`}</span
    >
    <span>${modifier.price_amount > 0 && `+ ${money(modifier.price_amount, sheet.currency)}`}</span>`;
  const nested =
    depth < NESTING_MAX && modifier.nested_group_ids.length > 0
      ? html`<div class="nested">${groupsOf(sheet, modifier.nested_group_ids, [...path, modifier.id], depth + 1)}</div>`
      : '';
  if (group.selection_type === 'quantity') {
    const field = quantityFieldOf(path, modifier.id);
    const value = sheet.form ? (sheet.form.get(field) ?? '0') : modifier.is_default ? '1' : '0';
    return html`<div class="choice">
      <label class="pick"
        ><input
          type="number"
          name="${field}"
          value="${isHere ? value : '0'}"
          min="0"
          max="${modifier.max_quantity ?? 99}"
          inputmode="numeric"
          ${!isHere && html`disabled`}
        />
        ${label}</label
      >${nested}
    </div>`;
  }
  const isChosen = sheet.form ? sheet.form.getAll(name).includes(modifier.id) : modifier.is_default;
  const isRadio = group.selection_type === 'single' && group.min_selected > 0;
  const isRequired = isRadio && depth === 0;
  return html`<div class="choice">
    <label class="pick"
      ><input
        type="${isRadio ? 'radio' : 'checkbox'}"
        name="${name}"
        value="${modifier.id}"
        ${isChosen && isHere && html`checked`}
        ${!isHere && html`disabled`}
        ${isRequired && html`required`}
      />
      ${label}</label
    >${nested}
  </div>`;
}

function ruleOf({ selection_type, min_selected: least, max_selected, free_count }: OfferedGroup): string {
  const most = selection_type === 'single' ? 1 : max_selected;
  const free = free_count > 0 ? `, the first ${free_count === 1 ? 'one' : free_count} free` : '';
  if (least > 0 && most === least) return `Choose ${least}${free}`;
  if (least > 0) return `Choose ${least}${most === null ? ' or more' : ` to ${most}`}${free}`;
  return `${most === null ? 'As you like' : `Up to ${most}`}${free}`;
}
