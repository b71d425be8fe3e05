/** Positions of the values in a record. `time` is set only if the date column has no time. */
export interface Columns {
  number: number;
  date: number;
  time: number | null;
  name: number;
  quantity: number;
  price: number;
}

export type FoundColumns = { kind: 'found'; columns: Columns } | { kind: 'missing'; missing: string[] };

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
  const missing = (Object.keys(found) as (keyof typeof found)[])
    .filter((key) => found[key] < 0)
    .map((key) => headings[key]);
  if (missing.length > 0) return { kind: 'missing', missing };
  const time = find([/^(order|placed|created|sale|transaction)?time$/]);
  return { kind: 'found', columns: { ...found, time: time < 0 || time === found.date ? null : time } };
}

/** "Order No." → "orderno", "Order #" → "ordernumber". */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{N}]/gu, '');

const document = '(order|bill|receipt|ticket|invoice|transaction|sale|check|basket)';
const dish = '(menuitem|item|product|dish|meal|article|food)';

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

const headings = {
  number: 'Order Number',
  date: 'Order Date',
  name: 'Item Name',
  quantity: 'Quantity',
  price: 'Product Price',
};
