import type { Field, FieldKind, Fields } from '../../../../contract/entity-fields.ts';
import { bookFields, categoryFields } from '../../../../contract/menu/menu-fields.ts';
import { itemFields } from '../../../../contract/menu/item-fields.ts';
import { isMangled } from '../../../../contract/csv.ts';
import { readYesOrNo } from '../../../../contract/import/yes-or-no.ts';
import { cleanText } from '../../../../contract/names.ts';
import {
  decideNumberFormat,
  readAmount,
  readNumber,
  typedFormat,
  type NumberFormat,
} from '../../../../contract/number-format.ts';
import { decimal, exponentOf } from '../../../lib/money.ts';

/** What a cell needs to know beside its own text. */
export interface CellContext {
  currency: string;
  /** How the file writes prices and other numbers. */
  formats: { price: NumberFormat; number: NumberFormat };
  /** The id of a modifier group by its id in the file or by its name; null: there is none. */
  findGroup: (idOrName: string) => string | null;
}

/** How one field of a row stands in a cell. `read` gives undefined for what it cannot read. */
interface Codec {
  write: (value: never, currency: string) => string;
  read: (text: string, context: CellContext) => unknown;
  /** Why it cannot be read, where that is not plain. */
  explain?: (text: string, context: CellContext) => string | undefined;
}

/** One cell: its column, the field of the row, and what an empty cell means. */
export interface CsvField {
  column: string;
  key: string;
  codec: Codec;
  /** What a row without the field has. */
  empty: unknown;
}

const LIST = ' | ';
/** Ours have bars between them; a person writes commas. */
const parts = (text: string, separator = '|') => text.split(separator).flatMap((part) => part.trim() || []);
const SEPARATORS = /[|,;/\n]|\s(?:and|&)\s/;

const words: Codec = { write: (value: string) => value, read: cleanText };
const optionalWords: Codec = { write: (value: string | null) => value ?? '', read: (text) => cleanText(text) || null };
const code: Codec = {
  ...optionalWords,
  read: (text) => (isMangled(text) ? undefined : text || null),
  explain: () => 'was shortened by a spreadsheet. Format the column as text, and enter it again',
};
const number: Codec = {
  write: (value: number | null) => (value === null ? '' : String(value)),
  read: (text, { formats }) => (text.trim() === '' ? null : numberOf(text, formats.number)),
};
const yesNo: Codec = {
  write: (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'no'),
  read: (text) => (text.trim() === '' ? null : (readYesOrNo(text) ?? undefined)),
};
const list: Codec = {
  write: (values: string[]) => values.join(LIST),
  read: (text) =>
    text
      .split(SEPARATORS)
      .map((one) =>
        one
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_'),
      )
      .filter(Boolean),
};
/** In the words of the law, or as people say them. */
const allergenList: Codec = {
  ...list,
  read: (text, context) => [...new Set((list.read(text, context) as string[]).map((one) => allergenWords[one] ?? one))],
};
const allergenWords: Record<string, string> = {
  crustacean: 'crustaceans',
  shellfish: 'crustaceans',
  egg: 'eggs',
  wheat: 'gluten',
  cereals: 'gluten',
  cereals_containing_gluten: 'gluten',
  dairy: 'milk',
  lactose: 'milk',
  mollusc: 'molluscs',
  mollusks: 'molluscs',
  nuts: 'tree_nuts',
  tree_nut: 'tree_nuts',
  peanut: 'peanuts',
  soya: 'soy',
  soybean: 'soy',
  soybeans: 'soy',
  sulphite: 'sulphites',
  sulfites: 'sulphites',
  sulphur_dioxide: 'sulphites',
};
const percent: Codec = {
  write: (value: number | null) => (value === null ? '' : String(value / 100)),
  read: (text, { formats }) => {
    if (text.trim() === '') return null;
    const rate = numberOf(text.replace('%', ''), formats.number);
    return rate === undefined ? undefined : Math.round(rate * 100);
  },
};
const price: Codec = {
  write: (value: number, currency) => decimal(value, currency),
  read: (text, { currency, formats }) => {
    const read = readAmount(text, formats.price, exponentOf(currency));
    return 'amount' in read ? read.amount : undefined;
  },
  explain: (text, { currency, formats }) => {
    const read = readAmount(text, formats.price, exponentOf(currency));
    if (!('fault' in read) || read.fault !== 'doubt') return undefined;
    return 'can be read in two ways. Write it without a sign between thousands, or with decimals';
  },
};
const optionalPrice: Codec = {
  ...price,
  write: (value: number | null, currency) => (value === null ? '' : decimal(value, currency)),
  read: (text, context) => (text.trim() === '' ? null : price.read(text, context)),
};
const json: Codec = {
  write: (values: unknown[]) => (values.length === 0 ? '' : JSON.stringify(values)),
  read: (text) => {
    if (text.trim() === '') return [];
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // Somebody has typed in it.
      return undefined;
    }
  },
};
const groupIds: Codec = {
  write: (ids: string[]) => ids.join(LIST),
  read: (text, { findGroup }) => {
    // A name may have a comma in it.
    const lists = ['|', ',', ';'].map((sign) => parts(text, sign).map(findGroup));
    return lists.find((ids) => !ids.includes(null));
  },
};
const groupRefs: Codec = {
  write: (groups: { id: string }[]) => groups.map(({ id }) => id).join(LIST),
  read: (text, context) => (groupIds.read(text, context) as string[] | undefined)?.map((id) => ({ id })),
};

/** Our own export writes 0.0000001 as "1e-7". */
const POWER = /^-?\d+(\.\d+)?e-?\d+$/;

function numberOf(text: string, format: NumberFormat): number | undefined {
  const typed = text.trim();
  return POWER.test(typed) ? Number(typed) : (readNumber(typed, format) ?? undefined);
}

/** How each kind of field stands in a cell. */
const codecs: Record<FieldKind, (one: Field) => Codec> = {
  text: ({ empty }) => (empty === null ? optionalWords : words),
  code: () => code,
  choice: () => words,
  whole: () => number,
  money: ({ empty }) => (empty === null ? optionalPrice : price),
  percent: () => percent,
  flag: () => yesNo,
  list: () => list,
  own: () => json,
};
const ownCodecs: Record<string, Codec> = {
  sort_order: number,
  spice_level: number,
  allergens: allergenList,
  may_contain: allergenList,
  allergens_confirmed_at: optionalWords,
  modifier_groups: groupRefs,
  is_tax_inclusive: yesNo,
};

const field = (column: string, key: string, codec: Codec, empty: unknown = null): CsvField => ({
  column,
  key,
  codec,
  empty,
});

/** The columns of fields that are in files. */
const cellsOf = (fields: Fields): CsvField[] =>
  Object.entries(fields).flatMap(([key, one]) =>
    one.csv ? field(one.csv === true ? key : one.csv, key, ownCodecs[key] ?? codecs[one.kind](one), one.empty) : [],
  );

const name = field('name', 'name', words, '');
const kitchenName = field('kitchen_name', 'kitchen_name', optionalWords);
const position = field('position', 'sort_order', number, 0);
const priceField = field('price', 'price_amount', price);
const usual = field('usual', 'is_default', yesNo, false);
const allergens = field('allergens', 'allergens', allergenList, []);

export const csvTypes = ['menu', 'category', 'item', 'variant', 'group', 'modifier'] as const;
export type CsvType = (typeof csvTypes)[number];

/** The fields of each type of row. Availability is no part of a menu and stands in no file. */
export const csvFields: Record<CsvType, CsvField[]> = {
  menu: cellsOf(bookFields),
  category: cellsOf(categoryFields),
  item: cellsOf(itemFields),
  variant: [name, priceField, field('sku', 'sku', code), usual],
  group: [
    name,
    kitchenName,
    field('selection', 'selection_type', words, 'single'),
    field('min_selected', 'min_selected', number, 0),
    field('max_selected', 'max_selected', number),
    field('free', 'free_count', number, 0),
    position,
  ],
  modifier: [
    name,
    priceField,
    usual,
    field('max_quantity', 'max_quantity', number),
    allergens,
    field('nested_groups', 'nested_group_ids', groupIds, []),
    field('sold_out_with', 'linked_item_id', optionalWords),
  ],
};

/** Where a row belongs: `parent` is the dish of a variant or the group of a modifier. */
export const placeColumns = ['type', 'id', 'menu', 'category', 'parent', 'parent_id'] as const;

/** How a file writes its prices and other numbers. Our own export writes a point. */
export function decideFormats(cells: readonly ReadonlyMap<string, string>[], currency: string): CellContext['formats'] {
  const unit = { currency, exponent: exponentOf(currency) };
  const isOurs = ['type', 'id', 'parent_id'].every((column) => cells[0]?.has(column));
  const textsOf = (columns: Iterable<string>) =>
    [...columns].flatMap((column) => cells.flatMap((row) => row.get(column) ?? []));
  const prices = textsOf(columnsOf(price, optionalPrice));
  return {
    price: decideNumberFormat([prices], unit, isOurs ? typedFormat(unit) : undefined),
    number: decideNumberFormat([textsOf(columnsOf(number, percent)), prices], NUMBERS, {
      '.': 'decimal',
      ',': 'doubt',
    }),
  };
}

/** Positions and rates are no amounts: they have any decimals. */
const NUMBERS = { currency: '', exponent: 15 };
const columnsOf = (...of: Codec[]) =>
  new Set(
    csvTypes.flatMap((type) => csvFields[type].flatMap(({ column, codec }) => (of.includes(codec) ? [column] : []))),
  );

export const csvColumns: string[] = [
  ...placeColumns,
  ...new Set(csvTypes.flatMap((type) => csvFields[type].map(({ column }) => column))),
];
