import type { BulkItem } from '../../../../contract/menu/bulk-calls.ts';
import { partsOfBulk, remainingBulk } from '../../../../contract/menu/bulk-item.ts';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../../data/db.ts';
import { lostFields } from '../../../data/lost-fields.ts';
import { isOf } from '../../../data/mutation.ts';
import type { Refusal } from '../../../ui/described.ts';
import { availabilityLabel } from '../availability.ts';
import { fieldValueWords, fieldWord } from '../field-words.ts';
import { bulkItems } from '../mutations.ts';

type Change = Pick<OutboxEntry, 'call' | 'body'>;

/** Does the change edit many items at once? */
export const isBulk = (change: Pick<Change, 'call'>): boolean => isOf(bulkItems.call, change);

const itemsOf = ({ body }: Pick<Change, 'body'>) => (body.items ?? []) as BulkItem[];

/** "12 items changed: price", "3 items moved to another category". `name`: of the first. */
export function describeBulk(change: Change, name: string): { title: string; subject: string } {
  const items = itemsOf(change);
  const what = items.length === 1 ? name : `${items.length} items`;
  const fields = new Set(items.flatMap(fieldsOf));
  const status = new Set(items.map(({ availability_status }) => availability_status));
  const words = [...fields].map(fieldWord);
  if (fields.has('category_id')) return { title: `${what} moved to another category`, subject: `${what}, category` };
  if (fields.has('availability') && status.size === 1) {
    const state = status.has('available') ? 'available again' : status.has('hidden') ? 'hidden' : 'sold out';
    return { title: `${what} ${state}`, subject: `${what}, ${state}` };
  }
  return { title: `${what} changed: ${words.join(', ')}`, subject: `${what}, ${words.join(', ')}` };
}

/** What lost of a bulk edit, item by item; null if nothing can be compared. */
export function bulkPair(deadLetter: DeadLetter, { currency, timezone }: Restaurant, now: number): Refusal['pair'] {
  const lost = lostFields(deadLetter)?.names;
  const current = (Array.isArray(deadLetter.notice?.current) ? deadLetter.notice.current : []) as MenuItem[];
  const pairs = remainingBulk(itemsOf(deadLetter.entry), lost).flatMap((item) => {
    const row = current.find(({ id }) => id === item.id);
    return row ? [{ row, item, fields: fieldsOf(item) }] : [];
  });
  if (pairs.length === 0) return null;
  const list = (say: (pair: (typeof pairs)[number], field: string) => string) => {
    const words = pairs.slice(0, SHOWN).map((pair) => {
      const values = pair.fields.map((field) => say(pair, field));
      return `${pair.row.name}: ${values.join(', ')}`;
    });
    return [...words, ...(pairs.length > SHOWN ? [`and ${pairs.length - SHOWN} more`] : [])].join('; ');
  };
  const value = (of: object, field: string) => fieldValueWords(field, (of as Record<string, unknown>)[field], currency);
  return {
    theirs: list(({ row }, field) =>
      field === 'availability' ? availabilityLabel(row, timezone, now) : value(row, field),
    ),
    yours: list(({ item }, field) =>
      field === 'availability'
        ? availabilityLabel(item as Pick<MenuItem, 'availability_status' | 'unavailable_until'>, timezone, now)
        : value(item, field),
    ),
  };
}

/** Items whose values are shown. */
const SHOWN = 3;

/** "2 of 40 items keep what is there." Empty where the whole change was refused. */
export function bulkCount(deadLetter: DeadLetter): string {
  const items = itemsOf(deadLetter.entry);
  const lost = remainingBulk(items, lostFields(deadLetter)?.names).length;
  return lost < items.length ? `${lost} of ${items.length} items keep what is there. ` : '';
}

/** Why nothing of it was done: a row that it names does not exist. */
export const bulkGone = 'An item, or the category, is not there any more. Nothing was changed.';

/** The fields that a person knows. A place in the new category, and the price in lists beside variants, come with others. */
function fieldsOf(item: BulkItem): string[] {
  const { fields, availability } = partsOfBulk(item);
  const names = Object.keys(fields).filter(
    (field) =>
      !field.startsWith('expected_') &&
      !(field === 'sort_order' && 'category_id' in fields) &&
      !(field === 'price_amount' && 'variants' in fields),
  );
  return availability ? [...names, 'availability'] : names;
}
