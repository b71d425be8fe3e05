import type { MenuBook, MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import { editedFields } from '../../../contract/menu/new-rows.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { timeOf, untilLabel } from '../../lib/wall-clock.ts';
import { links } from '../../routes.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { availabilityLabel } from './availability.ts';

type Change = Pick<OutboxEntry, 'call' | 'path' | 'body'>;
type Row = Partial<MenuBook & MenuCategory & MenuItem> | null;

interface Context {
  restaurant: Restaurant;
  now: number;
  /** The name of the category that the change lies in. */
  category: string | null;
}

const kinds: Record<string, string> = { Book: 'The menu', Category: 'The category', Item: 'The item', Items: 'Items' };

/** What a change of the menu says: "Prawn madras sold out until 20:45". */
export function describeMenu(change: Change, row: Row, { restaurant, now, category }: Context): Described {
  const verb = change.call.replace('menu.', '');
  const kind = kinds[/(Book|Category|Items|Item)$/.exec(verb)?.[1] ?? ''] ?? 'An item';
  const name = row?.name ?? (change.body.name as string | undefined) ?? kind;
  const base = { place: category ? `Menu, ${category}` : 'Menu', icon: 'menu' as const, href: hrefOf(change) };
  if (verb === 'setAvailability') {
    const wished = change.body as Pick<MenuItem, 'availability_status' | 'unavailable_until'>;
    const words = wishWords(change, restaurant, now);
    return {
      ...base,
      title: `${name} ${words}`,
      subject: `${name}, ${wished.availability_status === 'available' ? 'available' : 'sold out'}`,
    };
  }
  if (verb.startsWith('create')) return { ...base, title: `${name} added`, subject: `${name}, add` };
  if (verb === 'removeItems') {
    const count = (change.body.item_ids as string[]).length;
    const what = count === 1 ? name : `${count} items`;
    return { ...base, title: `${what} deleted`, subject: `${what}, delete`, href: null };
  }
  if (verb.startsWith('remove')) return { ...base, title: `${name} deleted`, subject: `${name}, delete`, href: null };
  const fields = fieldsOf(change).map(([field]) => fieldWord(field));
  return { ...base, title: `${name} changed: ${fields.join(', ')}`, subject: `${name}, ${fields.join(', ')}` };
}

/** Why a change of the menu was refused or lost to a later one; theirs and yours side by side. */
export function describeMenuRefusal(letter: DeadLetter, { restaurant, now }: Omit<Context, 'category'>): Refusal {
  const theirs = letter.theirs as Row;
  const isLost = letter.reason === 'superseded';
  const code = letter.error?.code;
  if (!theirs || code === 'not_found')
    return { why: whyGone(letter), pair: null, restoreWords: null, keepWords: 'Understood' };
  const actor = letter.entry.call === 'menu.setAvailability' ? theirs.availability_changed_by : theirs.updated_by;
  const at = letter.entry.call === 'menu.setAvailability' ? theirs.availability_changed_at : theirs.updated_at;
  const by = actor?.name ? `, on ${actor.name}` : '';
  const when = at ? ` at ${timeOf(at, restaurant.timezone)}` : '';
  const pair = pairOf(letter, theirs, restaurant, now);
  const standing = lostFields(letter)?.standing;
  return {
    why: standing
      ? standingWords(standing, letter.entry.occurredAt, restaurant.timezone, now)
      : isLost
        ? `Someone changed it later${by}${when}, and that stands.`
        : (reasons[code ?? ''] ?? `Someone changed it first${by}${when}.`),
    pair,
    restoreWords: pair ? `Restore ${pair.yours}` : letter.reason === 'dependency' ? null : 'Try again',
    keepWords: pair ? 'Keep theirs' : 'Understood',
  };
}

/** Of a row that the server does not have: it was deleted, or it was to be made by this change. */
function whyGone({ entry, reason, error }: DeadLetter): string {
  if (reason === 'dependency') return 'What it belongs to was refused.';
  const code = error?.code ?? '';
  if (code === 'id_taken') return 'It is there already.';
  if (code !== 'not_found' && reasons[code]) return reasons[code];
  if (!entry.call.startsWith('menu.create')) return 'It was deleted before this arrived.';
  return code === 'not_found'
    ? 'What it belongs to was deleted before this arrived.'
    : 'The server refused this change. Nothing was added.';
}

const reasons: Record<string, string> = {
  category_not_empty: 'The category still holds items.',
  invalid_fields: 'The server does not take these values.',
  unsupported_version: 'It was made by a version that is not supported any more.',
  internal: 'The server could not do it, and nothing was changed.',
};

function pairOf(letter: DeadLetter, theirs: NonNullable<Row>, restaurant: Restaurant, now: number): Refusal['pair'] {
  if (letter.entry.call === 'menu.setAvailability') {
    const standing = theirs as MenuItem;
    return {
      theirs: availabilityLabel(standing, restaurant.timezone, now),
      yours: capital(wishWords(letter.entry, restaurant, now)),
    };
  }
  if (!letter.entry.call.startsWith('menu.edit')) return null;
  const changed = fieldsOf({ body: lostPart(letter) }).filter(
    ([field, value]) => JSON.stringify(theirs[field as keyof typeof theirs]) !== JSON.stringify(value),
  );
  if (changed.length === 0) return null;
  const show = (field: string, value: unknown) => valueWords(field, value, restaurant.currency);
  return {
    theirs: changed.map(([field]) => show(field, theirs[field as keyof typeof theirs])).join(', '),
    yours: changed.map(([field, value]) => show(field, value)).join(', '),
  };
}

function wishWords({ body }: Change, { timezone }: Restaurant, now: number): string {
  const status = (body.availability_status as string | undefined) ?? (body.is_available ? 'available' : 'sold_out');
  if (status === 'available') return 'available again';
  const until = body.unavailable_until as string | null | undefined;
  return `${status === 'hidden' ? 'hidden' : 'sold out'}${until ? ` until ${untilLabel(until, timezone, now)}` : ''}`;
}

const fieldWords: Record<string, string> = {
  price_amount: 'price',
  kitchen_name: 'kitchen name',
  may_contain: 'may contain',
  allergens_confirmed_at: 'allergens checked',
  spice_level: 'heat',
  sort_order: 'place in the list',
  is_default: 'default menu',
  is_active: 'shown',
  kitchen_station: 'station',
  order_types: 'order types',
  availability_windows: 'times',
};
const fieldWord = (field: string) => fieldWords[field] ?? field;

const fieldsOf = ({ body }: Pick<Change, 'body'>) => Object.entries(editedFields(body));

function valueWords(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (field === 'price_amount') return money(value as number, currency);
  if (Array.isArray(value)) return value.length > 0 ? allergenList(value.map(String)) : 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function hrefOf({ path }: Change): string | null {
  if (path.id && path.categoryId) return links.items(path.id, path.categoryId);
  return path.id ? links.categories(path.id) : links.menu();
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
