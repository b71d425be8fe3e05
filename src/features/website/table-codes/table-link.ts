import { clip } from '../../../../contract/clip.ts';
/** Where the code of a table leads: the website of the restaurant, which takes orders to that table. By path it works on every installation. */
export const tableLink = (origin: string, slug: string, table: string): string =>
  `${origin}/site/${slug}?${new URLSearchParams({ table })}`;

/** As on paper: without the scheme, which every browser adds. */
export const printedLink = (link: string): string => link.replace(/^https?:\/\//, '');

/** Codes printed at once; a restaurant lists 200 tables at most. */
const MANY = 200;
/** Of a table on an order. */
const LONGEST = 40;

/** Names of tables as they are typed: one per line or between commas. "1-12" stands for twelve tables. */
export function readTableNames(text: string): string[] {
  const names = text
    .split(/[\n,;]/)
    .flatMap((part) => range(part.trim()))
    .map((name) => clip(name.replaceAll(/\s+/g, ' '), LONGEST, '').trim())
    .filter(Boolean);
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].slice(0, MANY);
}

function range(part: string): string[] {
  const [, before = '', from, to] = /^(\D*?)(\d{1,4})\s*[-–]\s*(\d{1,4})$/.exec(part) ?? [];
  if (from === undefined || Number(to) < Number(from)) return [part];
  const count = Math.min(Number(to) - Number(from) + 1, MANY);
  return Array.from({ length: count }, (_, at) => `${before}${Number(from) + at}`);
}
