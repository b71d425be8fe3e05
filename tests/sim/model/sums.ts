import { tables, type Row, type Table } from '../../../contract/entity.ts';

/** Position of the comparison that hashes all rows, a few at a time. */
export interface Page {
  table: string;
  before: string | null;
}

/** Rows hashed per comparison: few, so that a full pass needs several. */
const ROWS = 9;

/** Checksums of each table as the protocol defines them. Computed independently, so that a fault of the contract shows. */
export function sumsOf(rows: { table: Table; row: Row }[], page: Page | null) {
  const of = (table: string) => rows.filter((kept) => kept.table === table).map(({ row }) => row);
  const sums = Object.fromEntries(tables.map((table) => [table, sum(of(table).map(mark))]));
  const parts: object[] = [];
  let left = ROWS;
  let before = page?.before ?? null;
  for (const table of tables.slice(page ? tables.indexOf(page.table as Table) : 0)) {
    const open = of(table)
      .filter(({ id }) => before === null || id < before)
      .sort((a, b) => (a.id > b.id ? -1 : 1));
    const here = open.slice(0, left);
    const isWhole = here.length < left;
    const last = isWhole ? null : here.at(-1)!.id;
    parts.push({ table, before, last, ...sum(here.map((row) => hash(table, row))) });
    if (!isWhole) return { floors: {}, sums, parts, next: { table, before: last } };
    left -= here.length;
    before = null;
  }
  return { floors: {}, sums, parts, next: null };
}

const sum = (numbers: number[]) => ({
  rows: numbers.length,
  sum: numbers.reduce((total, number) => (total + number) >>> 0, 0),
});

const mark = ({ id, version }: Row): number => Number((BigInt(`0x${id.slice(-8)}`) * BigInt(version)) % 2n ** 32n);

/** FNV-1a over the row's canonical text, with a final mix. */
function hash(table: Table, row: Row): number {
  const hashed = table === 'menu_items' ? { ...row, is_available: undefined } : row;
  let value = 0x811c9dc5;
  for (const character of canonical(hashed)) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const named = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${named
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
    .join()}}`;
}
