import { Email } from '../fields.ts';
import * as z from 'zod/mini';
import { optionalCell, unwrapped, type CsvRecord } from '../csv.ts';
import type { Encoding } from '../csv-encoding.ts';
import { readTable, type Fault, type FileFormat, type ImportTable } from '../import/read-table.ts';
import { readYesOrNo } from '../import/yes-or-no.ts';
import { dayOf, decideDateOrder, readDate, type DateOrder } from '../written-date.ts';
import type { PhoneFields } from '../auth/phone.ts';
import type { ReadPhone } from '../auth/phone-reader.ts';
import { PHONES_MAX } from '../limits.ts';
import { cleanName } from '../names.ts';
import { consentMedia, type ConsentMedium } from './calls.ts';
import type { ImportRowError } from '../import/shapes.ts';
import { CUSTOMER_IMPORT, type ImportColumn } from './import-calls.ts';
import { guessMapping, type ColumnPlaces } from './import-columns.ts';

/** What one row says about a customer. Empty cells say nothing. */
export interface ImportRow extends PhoneFields {
  row: number;
  name: string;
  email: string | null;
  address: string;
  postal_code: string;
  city: string;
  birthday: string | null;
  tags: string[];
  note: string;
  /** By medium, for those that the row can be reached by. */
  consent: Partial<Record<ConsentMedium, boolean>>;
}

/** Why a row is left out. */
export const importErrorMessages = {
  nothing_given: 'A phone number, an e-mail address or a name is needed.',
  phone_invalid: 'Enter a valid phone number, such as 020 7946 0123 or +44 20 7946 0123.',
  email_invalid: 'Enter a valid e-mail address.',
  birthday_invalid: 'Enter a valid date, such as 1990-03-25 or 25/03/1990.',
  consent_invalid: 'Enter yes, no, or the media that are allowed: whatsapp, email, sms.',
  consent_unclear: '“Yes” to what? Enter whatsapp, email or sms, or choose a column for each of them.',
  too_long: 'This is too long.',
  too_many_cells: 'This row has more cells than there are headings. A text with a comma needs quotes around it.',
  quote_open: 'A quote begins in this row and ends in another one.',
  unreadable: 'This has characters that cannot be read.',
} as const;
export type ImportErrorCode = keyof typeof importErrorMessages;

/** Reads a file of customers piece by piece; see `readTable`. */
export function* readImportFile(bytes: Uint8Array, encoding?: Encoding): Generator<undefined, ImportTable | Fault> {
  const table = yield* readTable(bytes, customerFile, encoding);
  return 'records' in table && table.records.length === 0 ? { fault: 'The file has headings and no rows.' } : table;
}

export const customerFile: FileFormat = {
  ...CUSTOMER_IMPORT,
  countKnown: (cells) => Object.keys(guessMapping(cells)).length,
};

interface ReadContext {
  head: readonly string[];
  places: ColumnPlaces;
  /** Reads a telephone number as the restaurant's country does. */
  readPhone: ReadPhone;
  dateOrder: DateOrder;
}

/** What the rows have in common. Day or month first is decided over all birthdays, then by the country. */
export function readContext(
  { head, records }: ImportTable,
  places: ColumnPlaces,
  { countryCode, readPhone }: { countryCode: string | null; readPhone: ReadPhone },
): ReadContext {
  const birthdays = records.flatMap(({ cells }) => readDate(optionalCell(cells[places.birthday ?? -1] ?? '')) ?? []);
  return { head, places, readPhone, dateOrder: decideDateOrder(birthdays, countryCode) };
}

/** The customer of a row, or every error of it. */
export function readImportRow(
  { row, cells, isBroken }: CsvRecord,
  { head, places, readPhone, dateOrder }: ReadContext,
): { values: ImportRow } | { errors: ImportRowError[] } {
  const errors: ImportRowError[] = [];
  const textOf = (column: ImportColumn, max: number): string => {
    const at = places[column];
    const text = at === undefined ? '' : textOfCell(column, cells[at] ?? '');
    if (text.length > max) fail(column, 'too_long');
    else if (noText.test(text) || !text.isWellFormed()) fail(column, 'unreadable');
    return text;
  };
  const fail = (column: ImportColumn | null, code: ImportErrorCode) => {
    const at = column === null ? undefined : places[column];
    errors.push({
      row,
      column: at === undefined ? null : (head[at] ?? '').trim(),
      code,
      message: importErrorMessages[code],
    });
  };
  const read = <T>(column: ImportColumn, max: number, code: ImportErrorCode, parse: (text: string) => T | null) => {
    const failed = errors.length;
    const text = textOf(column, max);
    if (text === '' || errors.length > failed) return null;
    const value = parse(text);
    if (value === null) fail(column, code);
    return value;
  };
  // What its cells mean is not known then.
  const wrong = isBroken
    ? 'quote_open'
    : cells.slice(head.length).some((cell) => cell.trim())
      ? 'too_many_cells'
      : null;
  if (wrong) {
    fail(null, wrong);
    return { errors };
  }
  const full = [textOf('first_name', 60), textOf('last_name', 60)].filter(Boolean).join(' ');
  const name = cleanName(textOf('name', 120) || full);
  const { phone, phone_raw } = read('phone', PHONES_MAX, 'phone_invalid', (text) => {
    const fields = readPhone(text);
    return fields.phone === null ? null : fields;
  }) ?? { phone: null, phone_raw: null };
  const email = read('email', 254, 'email_invalid', (text) => z.safeParse(Email, text).data ?? null);
  const birthday = read('birthday', 40, 'birthday_invalid', (text) => readBirthday(text, dateOrder));
  const media = consentMedia.filter((medium) => (medium === 'email' ? email !== null : phone !== null));
  const reported = read('marketing_consent', 100, 'consent_invalid', (text) => readConsent(text, media));
  if (reported === 'unclear') fail('marketing_consent', 'consent_unclear');
  const consent: ImportRow['consent'] = reported === 'unclear' ? {} : { ...reported };
  for (const medium of consentMedia) {
    const granted = read(`${medium}_consent`, 100, 'consent_invalid', readYesOrNo);
    if (granted !== null && media.includes(medium)) consent[medium] = granted;
  }
  const values: ImportRow = {
    row,
    name,
    phone,
    phone_raw,
    email,
    address: cleanName(textOf('address', 120)),
    postal_code: textOf('postal_code', 20),
    city: cleanName(textOf('city', 120)),
    birthday,
    // The semicolon of an entity separates nothing.
    tags: readTags(cleanName(textOf('tags', 1000))),
    note: textOf('note', 1000),
    consent,
  };
  if (errors.length === 0 && !name && !phone && !email) fail(null, 'nothing_given');
  return errors.length > 0 ? { errors } : { values };
}

function textOfCell(column: ImportColumn, cell: string): string {
  const text = optionalCell(cell);
  // "none" is an answer there, and somebody is called Na.
  if (text === '' && column === 'marketing_consent' && /^none$/i.test(cell.trim())) return 'none';
  if (text === '' && column.endsWith('name') && /^na$/i.test(cell.trim())) return cell.trim();
  // "'t Hof" and "'07 regulars" begin with an apostrophe.
  return text !== '' && texts.has(column) ? unwrapped(cell) : text;
}

const texts: ReadonlySet<ImportColumn> = new Set([
  'name',
  'first_name',
  'last_name',
  'address',
  'city',
  'tags',
  'note',
]);

/** Control characters, and what a decoder puts where bytes mean nothing. */
// eslint-disable-next-line no-control-regex
const noText = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\uFFFD]/;

/** 1990-03-25, 25/03/1990, March 25, 1990 or, with the month first, 3/25/1990. */
function readBirthday(text: string, order: DateOrder): string | null {
  const written = /\d{4}/.test(text) ? readDate(text) : null;
  const year = written?.parts.year ?? 0;
  return written && year >= 1900 && year < 2100 ? dayOf(written, order) : null;
}

/**
 * "no" is about all media by which the row can be reached, and a list names those that are allowed. "yes" is about one medium: nobody allows
 * text messages by asking for a newsletter.
 */
function readConsent(text: string, media: ConsentMedium[]): ImportRow['consent'] | 'unclear' | null {
  const terms = text
    .toLowerCase()
    .split(/[\s,;|+&/]+/)
    .filter(Boolean);
  const all = (granted: boolean) => Object.fromEntries(media.map((medium) => [medium, granted]));
  const said = terms.length === 1 ? readYesOrNo(terms[0]!) : null;
  if (said === true) return media.length > 1 ? 'unclear' : all(true);
  if (said === false) return all(false);
  const named = terms.map((term) => consentMedia.find((medium) => medium === term.replace('-', '')));
  if (terms.length === 0 || named.includes(undefined)) return null;
  return Object.fromEntries(named.map((medium) => [medium!, true]));
}

const readTags = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(/[,;|]/)
        .map((tag) => tag.trim().slice(0, 40).trim())
        .filter(Boolean),
    ),
  ].slice(0, 30);
