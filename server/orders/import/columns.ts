import { foldHeading, guessPlaces, type Headings, type Places } from '../../../contract/import/columns.ts';

const needed = ['number', 'date', 'name', 'quantity', 'price'] as const;
type Optional = 'time' | 'discount' | 'location';

/** Where the values stand in a record. `discount`: what was taken off the price of the line, or off the order. */
export interface Columns extends Record<(typeof needed)[number], number>, Places<Optional> {
  /** What the price column is of. */
  priceOf: 'piece' | 'line';
  /** What says whether a row is a sale; see `reasonOfNoSale`. */
  meanings: MeaningColumn[];
  /** Other amounts, which show how the file writes numbers. */
  amounts: number[];
  /** Headings of columns that are not read. */
  unread: string[];
}

/** `status`: a word such as "Refunded". `mark`: true or false. `trace`: a date or a reason, if it happened. */
export interface MeaningColumn {
  at: number;
  heading: string;
  kind: 'status' | 'mark' | 'trace';
}

/** Finds the columns by the names that tills use, ignoring case, order, spaces and punctuation. */
export function findColumns(header: readonly string[]): Columns | { missing: string[] } {
  const names = header.map(foldHeading);
  const { total, ...guessed } = guessPlaces(header, known);
  const found: Places<(typeof needed)[number] | Optional> = { price: total, ...guessed };
  const missing = needed.filter((column) => found[column] === undefined);
  if (missing.length > 0) return { missing: missing.map((column) => labels[column]) };
  const places = found as typeof found & Pick<Columns, (typeof needed)[number]>; // none is missing
  const priceOf = guessed.price === undefined ? 'line' : 'piece';
  if (places.time === places.date) delete places.time;
  // What is net has its discount taken off.
  const isNet = priceOf === 'line' && names[places.price]!.startsWith('net');
  const isDiscount = (name: string, at: number) => !isNet && discounts.test(name) && !header[at]!.includes('%');
  const discount = names.findIndex(isDiscount);
  if (discount >= 0) places.discount = discount;
  const used = new Set<number | undefined>(Object.values(places));
  const meanings = header.flatMap((heading, at): MeaningColumn[] => {
    const meaning = used.has(at) ? undefined : kinds.find(({ spelling }) => spelling.test(names[at]!));
    return meaning ? [{ at, heading, kind: meaning.kind }] : [];
  });
  for (const { at } of meanings) used.add(at);
  const amounts = names.flatMap((name, at) => (at === discount || (!used.has(at) && amount.test(name)) ? [at] : []));
  const unread = header.filter((heading, at) => heading !== '' && !used.has(at));
  return { ...places, priceOf, meanings, amounts, unread };
}

/** How many of the needed columns a line names. */
export function countColumns(cells: readonly string[]): number {
  const found = findColumns(cells);
  return needed.length - ('missing' in found ? found.missing.length : 0);
}

const document = '(order|bill|receipt|ticket|invoice|transaction|sale|check|basket)';
const dish = '(menuitem|lineitem|item|product|dish|meal|article|food)';

const known = {
  number: [
    new RegExp(`^${document}(number|no|nr|num|id|ref|reference|code)$`),
    new RegExp(`^(number|no|nr|id)of${document}$`),
    new RegExp(`^${document}$`),
    /^(number|no|nr|id)$/,
  ],
  date: [
    new RegExp(`^${document}?(datetime|dateandtime|dateplaced|timestamp)$`),
    new RegExp(`^${document}?date(time)?$`),
    /^(placed|ordered|created|completed|paid|sold)(at|on|date|datetime)?$/,
    /^(dateoforder|orderedat|orderplaced|orderplacedat|ordercreated|ordercreatedat|when)$/,
    new RegExp(`^${document}?time$`),
  ],
  name: [
    new RegExp(`^${dish}(name|title|description|desc)$`),
    new RegExp(`^${dish}s?$`),
    new RegExp(`^nameof${dish}$`),
    /^(name|title|description|lineitem|lineitemname)$/,
  ],
  quantity: [
    /^(quantity|qty|quant)$/,
    new RegExp(`^${dish}?(quantity|qty|count)(ordered|sold)?$`),
    /^(units|pieces|pcs|portions|numberofitems|howmany)$/,
  ],
  price: [
    new RegExp(`^(unit|single|${dish})(price|cost|amount)`),
    /^(priceper(unit|item|piece)|priceeach|pricesingle|each)/,
    /^(unitprice|price|cost|rate)(gbp|eur|usd|inr|pounds|euro|dollars|incvat|inclvat)?$/,
    /^(amount)$/,
  ],
  /** Of a till that names no price of one piece. */
  total: [
    new RegExp(`^(line|extended|${dish.slice(1, -1)})(total|sum|subtotal|revenue|value)(price|amount)?$`),
    /^gross(sales?|amount|total|revenue|value)?$/,
    /^net(sales?|amount|total|revenue|value)$/,
    /^(sales?|revenue|turnover|takings|umsatz)(value|amount|total)?$/,
    /^total(price|sales|revenue)$/,
  ],
  time: [/^(order|placed|created|sale|transaction)?time$/],
  location: [
    /^(order|sale|business|pos)?(location|store|shop|branch|outlet|restaurant|site|venue)(name)?$/,
    /^(location|store|shop|branch|outlet|restaurant|site|venue)(id|number|no|nr|code)$/,
  ],
} satisfies Headings<string>;

const discounts = new RegExp(
  `^(line|lineitem|${document.slice(1, -1)}|${dish.slice(1, -1)})?(total)?(discounts?|rabatt|remise|sconto|descuento|korting)(amount|total|value|given)?$`,
);

const part = `(${document.slice(1, -1)}|item|line|payment|financial)`;
const undone = '(void|voided|cancel|cancell?ed|cancell?ation|refund|refunded|deleted|removed|returned|rejected|failed)';
const kinds: { kind: MeaningColumn['kind']; spelling: RegExp }[] = [
  { kind: 'status', spelling: new RegExp(`^${part}?(status|state)$`) },
  { kind: 'status', spelling: new RegExp(`^(event|record|entry|${document.slice(1, -1)})type$`.replace('order|', '')) },
  { kind: 'mark', spelling: new RegExp(`^(is|was)?${part}?${undone}(amount|total)?$`) },
  { kind: 'mark', spelling: /^(is)?(test|training)(order|sale|mode)?$/ },
  { kind: 'trace', spelling: new RegExp(`^${part}?${undone}(at|on|date|time|datetime|by|reason)$`) },
];

const amount =
  /^(?!totalproducts|totalitems).*(total|amount|price|sum|tax|vat|net|gross|discount|tip|paid|cost|fee|charge)/;

const labels = {
  number: 'Order Number',
  date: 'Order Date',
  name: 'Item Name',
  quantity: 'Quantity',
  price: 'Product Price',
};
