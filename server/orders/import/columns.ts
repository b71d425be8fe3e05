/** Positions of the values in a record. `time` is set only if the date column has no time. */
export interface Columns {
  number: number;
  date: number;
  time: number | null;
  name: number;
  quantity: number;
  price: number;
  /** What the price column is of. */
  priceOf: 'piece' | 'line';
  /** What was taken off the price of the line, or off the order. */
  discount: number | null;
  location: number | null;
  /** What says whether a row is a sale; see `reasonOfNoSale`. */
  meanings: MeaningColumn[];
  /** Other amounts, which show how the file writes numbers. */
  amounts: number[];
}

/** `status`: a word such as "Refunded". `mark`: true or false. `trace`: a date or a reason, if it happened. */
export interface MeaningColumn {
  at: number;
  heading: string;
  kind: 'status' | 'mark' | 'trace';
}

export type FoundColumns =
  | { kind: 'found'; columns: Columns; unread: string[] }
  | { kind: 'missing'; missing: string[] };

/** Finds the columns by the names that tills use, ignoring case, order, spaces and punctuation. */
export function findColumns(header: string[]): FoundColumns {
  const names = header.map(plain);
  const find = (spellings: RegExp[]) => {
    for (const spelling of spellings) {
      const at = names.findIndex((name) => spelling.test(name));
      if (at >= 0) return at;
    }
    return -1;
  };
  const found = {
    number: find(known.number),
    date: find(known.date),
    name: find(known.name),
    quantity: find(known.quantity),
    price: find(known.price),
  };
  const priceOf = found.price < 0 ? 'line' : 'piece';
  if (found.price < 0) found.price = find(lineTotals);
  const missing = (Object.keys(found) as (keyof typeof found)[])
    .filter((key) => found[key] < 0)
    .map((key) => headings[key]);
  if (missing.length > 0) return { kind: 'missing', missing };
  const time = find([/^(order|placed|created|sale|transaction)?time$/]);
  const location = find(places);
  // What is net has its discount taken off.
  const isNet = priceOf === 'line' && names[found.price]?.startsWith('net');
  const discount = isNet ? -1 : names.findIndex((name, at) => discounts.test(name) && !header[at]!.includes('%'));
  const used = new Set([...Object.values(found), time, location, discount]);
  const meanings = header.flatMap((heading, at): MeaningColumn[] => {
    const meaning = used.has(at) ? undefined : kinds.find(({ spelling }) => spelling.test(names[at]!));
    return meaning ? [{ at, heading, kind: meaning.kind }] : [];
  });
  for (const { at } of meanings) used.add(at);
  const columns: Columns = {
    ...found,
    priceOf,
    discount: discount < 0 ? null : discount,
    time: time < 0 || time === found.date ? null : time,
    location: location < 0 ? null : location,
    meanings,
    amounts: names.flatMap((name, at) => (at === discount || (!used.has(at) && amount.test(name)) ? [at] : [])),
  };
  return { kind: 'found', columns, unread: header.filter((heading, at) => heading !== '' && !used.has(at)) };
}

/** How many of the needed columns a line names. */
export function countColumns(cells: readonly string[]): number {
  const found = findColumns([...cells]);
  return Object.keys(headings).length - (found.kind === 'missing' ? found.missing.length : 0);
}

/** "Order No." → "orderno", "Order #" → "ordernumber". */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{N}]/gu, '');

const document = '(order|bill|receipt|ticket|invoice|transaction|sale|check|basket)';
const dish = '(menuitem|lineitem|item|product|dish|meal|article|food)';

/** Most reliable names first. */
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
} satisfies Record<string, RegExp[]>;

/** Of a till that names no price of one piece. */
const lineTotals = [
  new RegExp(`^(line|extended|${dish.slice(1, -1)})(total|sum|subtotal|revenue|value)(price|amount)?$`),
  /^gross(sales?|amount|total|revenue|value)?$/,
  /^net(sales?|amount|total|revenue|value)$/,
  /^(sales?|revenue|turnover|takings|umsatz)(value|amount|total)?$/,
  /^total(price|sales|revenue)$/,
];

const discounts = new RegExp(
  `^(line|lineitem|${document.slice(1, -1)}|${dish.slice(1, -1)})?(total)?(discounts?|rabatt|remise|sconto|descuento|korting)(amount|total|value|given)?$`,
);

const places = [
  /^(order|sale|business|pos)?(location|store|shop|branch|outlet|restaurant|site|venue)(name)?$/,
  /^(location|store|shop|branch|outlet|restaurant|site|venue)(id|number|no|nr|code)$/,
];

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

const headings = {
  number: 'Order Number',
  date: 'Order Date',
  name: 'Item Name',
  quantity: 'Quantity',
  price: 'Product Price',
};
