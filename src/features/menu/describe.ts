import type { MenuBook, MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import type { Table } from '../../../contract/entity.ts';
import { targetOf } from '../../../contract/menu/availability.ts';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import { editedFields } from '../../../contract/menu/new-rows.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { isOf } from '../../data/mutation.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { timeOf, untilLabel } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { availabilityLabel } from './availability.ts';
import { fieldValueWords, fieldWord } from './field-words.ts';
import * as mutations from './mutations.ts';
import { removeItems, setAvailability, setModifierAvailability } from './mutations.ts';
import { bulkCount, bulkGone, bulkPair, describeBulk, isBulk } from './bulk/describe-bulk.ts';
import { isReorder, describeReorder } from './order/describe-reorder.ts';
import { pageCount } from './upload/page-count.ts';
import { capital } from '../../lib/capital.ts';

type Change = Pick<OutboxEntry, 'call' | 'path' | 'body'>;
type Row = Partial<MenuBook & MenuCategory & MenuItem & Pick<ModifierGroup, 'modifiers'>> | null;

interface Context {
  restaurant: Restaurant;
  now: number;
  /** The name of the category in which the change was made. */
  category: string | null;
}

const restores = [mutations.restoreBook, mutations.restoreCategory, mutations.restoreItems, mutations.restoreGroup];

/** Does the change take a deletion back? */
const isRestore = (change: Pick<Change, 'call'>) => restores.some(({ call }) => isOf(call, change));

const kinds: Partial<Record<Table, string>> = {
  menu_books: 'The menu',
  menu_categories: 'The category',
  menu_items: 'The item',
  modifier_groups: 'The choices',
};

const definitionOf = (change: Pick<Change, 'call'>) => Object.values(mutations).find((one) => isOf(one.call, change));

function kindOf(change: Change): string {
  if (isOf(removeItems.call, change)) return 'Items';
  const definition = isSwitch(change) ? undefined : definitionOf(change);
  return (definition && kinds[definition.table]) ?? 'An item';
}

/** Describes a change of the menu: "Prawn madras sold out until 20:45". */
export function describeMenu(change: Change, row: Row, { restaurant, now, category }: Context): Described {
  const name = row?.name ?? (change.body.name as string | undefined) ?? kindOf(change);
  const effect = definitionOf(change)?.effect;
  const base = { place: category ? `Menu, ${category}` : 'Menu', icon: 'menu' as const, href: hrefOf(change) };
  if (isSwitch(change)) {
    const wished = change.body as Pick<MenuItem, 'availability_status' | 'unavailable_until'>;
    const words = wishWords(change, restaurant, now);
    const part = change.body.variant_id ?? change.path.modifierId;
    const of = part === undefined ? undefined : targetIn(row, change)?.name;
    const target = of ? `${name}, ${of}` : name;
    return {
      ...base,
      title: `${target} ${words}`,
      subject: `${target}, ${wished.availability_status === 'available' ? 'available' : 'sold out'}`,
    };
  }
  if (isRestore(change)) {
    const count = (change.body.item_ids as string[] | undefined)?.length ?? 1;
    const what = count === 1 ? name : `${count} items`;
    return { ...base, title: `${what} restored`, subject: `${what}, restore` };
  }
  if (isBulk(change)) return { ...base, ...describeBulk(change, name) };
  if (isReorder(change)) return { ...base, ...describeReorder(change, name) };
  if (effect === 'create') return { ...base, title: `${name} added`, subject: `${name}, add` };
  if (isOf(removeItems.call, change)) {
    const count = (change.body.item_ids as string[]).length;
    const what = count === 1 ? name : `${count} items`;
    return { ...base, title: `${what} deleted`, subject: `${what}, delete`, href: null };
  }
  if (effect === 'delete') return { ...base, title: `${name} deleted`, subject: `${name}, delete`, href: null };
  const fields = fieldsOf(change).map(([field]) => fieldWord(field));
  return { ...base, title: `${name} changed: ${fields.join(', ')}`, subject: `${name}, ${fields.join(', ')}` };
}

/** What stands now, of a change that is listed as done although a later one stands; null: it stands itself. */
export const describeMenuStanding = (change: Pick<Change, 'call'>): string | null =>
  isReorder(change) ? 'Moved on another device later. That place stands.' : null;

export const isMenuUpload = (change: Pick<Change, 'call'>): boolean => isOf(mutations.queueUpload.call, change);

/** Describes photographs or a PDF of a menu, which belong to no row of this device. */
export function describeUpload({ body }: Pick<Change, 'body'>): Described {
  const pages = pageCount((body.file_ids as string[]).length);
  return {
    title: `Menu to be read, ${pages}`,
    subject: `${pages}, read a menu`,
    place: 'Menu',
    icon: 'menu',
    href: links.menuUpload({ upload: String(body.upload_id) }),
  };
}

export const describeUploadRefusal = ({ error }: DeadLetter): Refusal => ({
  why:
    uploadReasons[error?.code ?? ''] ??
    Object.values(error?.field_errors ?? {})[0] ??
    'The server could not take these pages. Nothing was read.',
  pair: null,
  restoreLabel: 'Try again',
  keepLabel: 'Understood',
});

const uploadReasons: Record<string, string> = {
  file_missing: 'A page did not reach the server. Nothing was read.',
  not_found: 'The menu that it belongs to was deleted before this arrived. Choose the pages again.',
};

/** Why a change of the menu was refused or superseded, with both values. */
export function describeMenuRefusal(deadLetter: DeadLetter, { restaurant, now }: Omit<Context, 'category'>): Refusal {
  const theirs = deadLetter.theirs as Row;
  const isLost = deadLetter.reason === 'superseded';
  const code = deadLetter.error?.code;
  if (!theirs || code === 'not_found')
    return { why: whyGone(deadLetter), pair: null, restoreLabel: null, keepLabel: 'Understood' };
  const target = isSwitch(deadLetter.entry) ? targetIn(theirs, deadLetter.entry) : null;
  if (target === undefined)
    return {
      why: 'It was removed before this arrived.',
      pair: null,
      restoreLabel: null,
      keepLabel: 'Understood',
    };
  const actor = target ? target.availability_changed_by : theirs.updated_by;
  const at = target ? target.availability_changed_at : theirs.updated_at;
  const by = actor?.name ? `, on ${actor.name}` : '';
  const when = at ? ` at ${timeOf(at, restaurant.timezone)}` : '';
  const pair = pairOf(deadLetter, theirs, restaurant, now);
  const standing = lostFields(deadLetter)?.standing;
  return {
    why: standing
      ? `${isBulk(deadLetter.entry) ? bulkCount(deadLetter) : ''}${standingWords(standing, deadLetter.entry.occurredAt, restaurant.timezone, now)}`
      : isLost
        ? `Someone changed it later${by}${when}, and that stands.`
        : (reasons[code ?? ''] ?? `Someone changed it first${by}${when}.`),
    pair,
    restoreLabel: pair
      ? isBulk(deadLetter.entry)
        ? 'Restore yours'
        : `Restore ${pair.yours}`
      : deadLetter.reason === 'dependency'
        ? null
        : 'Try again',
    keepLabel: pair ? 'Keep theirs' : 'Understood',
  };
}

/** For a row that the server lacks: it was deleted, or this change should have created it. */
function whyGone({ entry, reason, error }: DeadLetter): string {
  if (reason === 'dependency') return 'What it belongs to was refused.';
  const code = error?.code ?? '';
  if (code === 'id_taken') return 'It is there already.';
  if (code !== 'not_found' && reasons[code]) return reasons[code];
  if (isRestore(entry)) return 'It cannot be brought back: it, or what it belongs to, is deleted for good.';
  if (isBulk(entry)) return bulkGone;
  if (definitionOf(entry)?.effect !== 'create') return 'It was deleted before this arrived.';
  return code === 'not_found'
    ? 'What it belongs to was deleted before this arrived.'
    : 'The server refused this change. Nothing was added.';
}

const reasons: Record<string, string> = {
  file_missing: 'The photo did not reach the server. Choose it again, or try again if it is still on this device.',
  category_not_empty: 'The category still holds items.',
  invalid_fields: 'The server does not take these values.',
  unsupported_version: 'It was made by a version that is not supported any more.',
  internal: 'The server could not do it, and nothing was changed.',
};

function pairOf(
  deadLetter: DeadLetter,
  theirs: NonNullable<Row>,
  restaurant: Restaurant,
  now: number,
): Refusal['pair'] {
  if (isBulk(deadLetter.entry)) return bulkPair(deadLetter, restaurant, now);
  if (isReorder(deadLetter.entry) || isRestore(deadLetter.entry)) return null;
  if (isSwitch(deadLetter.entry)) {
    const standing = targetIn(theirs, deadLetter.entry);
    if (!standing) return null;
    return {
      theirs: availabilityLabel(standing, restaurant.timezone, now),
      yours: capital(wishWords(deadLetter.entry, restaurant, now)),
    };
  }
  // Places in a list are not values that a person compares.
  if (isReorder(deadLetter.entry) || definitionOf(deadLetter.entry)?.effect !== 'update') return null;
  const changed = fieldsOf({ body: lostPart(deadLetter) }).filter(
    ([field, value]) => JSON.stringify(theirs[field as keyof typeof theirs]) !== JSON.stringify(value),
  );
  if (changed.length === 0) return null;
  const show = (field: string, value: unknown) => fieldValueWords(field, value, restaurant.currency);
  return {
    theirs: changed.map(([field]) => show(field, theirs[field as keyof typeof theirs])).join(', '),
    yours: changed.map(([field, value]) => show(field, value)).join(', '),
  };
}

/** Does the change turn something off or on? */
const isSwitch = (change: Pick<Change, 'call'>) =>
  isOf(setAvailability.call, change) || isOf(setModifierAvailability.call, change);

/** The item, or the variant or the modifier that a change of availability names. */
const targetIn = (row: Row, { path, body }: Pick<Change, 'path' | 'body'>) =>
  row?.modifiers?.find(({ id }) => id === path.modifierId) ?? (row ? targetOf(row as MenuItem, body) : undefined);

function wishWords({ body }: Change, { timezone }: Restaurant, now: number): string {
  const status = (body.availability_status as string | undefined) ?? (body.is_available ? 'available' : 'sold_out');
  if (status === 'available') return 'available again';
  const until = body.unavailable_until as string | null | undefined;
  return `${status === 'hidden' ? 'hidden' : 'sold out'}${until ? ` until ${untilLabel(until, timezone, now)}` : ''}`;
}

const fieldsOf = ({ body }: Pick<Change, 'body'>) => Object.entries(editedFields(body));

function hrefOf({ path }: Change): string | null {
  if (path.id && path.categoryId) return links.items(path.id, path.categoryId);
  return path.id ? links.categories(path.id) : links.menu();
}
