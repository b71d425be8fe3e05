import { describe, expect, test } from 'vitest';
import { guessMapping, placesOf } from '../../../../contract/customers/import-columns.ts';
import { readContext, readImportFile, readImportRow } from '../../../../contract/customers/import-rows.ts';
import type { ImportTable } from '../../../../contract/import/read-table.ts';
import { readCsv } from '../../../../contract/csv.ts';
import { rejectsCsv } from '../../../../contract/import/rejects-csv.ts';
import { checkFile, type CheckedFile } from './check-file.ts';
import { loadPhoneReader } from './load-phone-reader.ts';
import { inSlices } from './in-slices.ts';

/** A clock that moves by a millisecond whenever it is read, so that a slice is as long as its steps. */
function slices() {
  let now = 0;
  const lengths: number[] = [];
  let began = 0;
  return {
    lengths,
    options: {
      now: () => (now += 1),
      pause: () => {
        lengths.push(now - began);
        began = now;
        return Promise.resolve();
      },
    },
  };
}

async function readTable(text: string): Promise<ImportTable> {
  const read = await inSlices(readImportFile(new TextEncoder().encode(text)));
  if (!read || 'fault' in read) throw new Error('unreadable');
  return read;
}

const readPhone = await loadPhoneReader();
const inBritain = { countryCode: 'GB', readPhone: (typed: string) => readPhone(typed, 'GB') };

async function check(text: string, customers: Parameters<typeof checkFile>[2] = []): Promise<CheckedFile> {
  const table = await readTable(text);
  return (await inSlices(checkFile(table, guessMapping(table.head), customers, inBritain)))!;
}

describe('a file on this device', () => {
  test('counts who is new, who is here already, and the rows with an error', async () => {
    const known = [{ name: 'Ada King', phone: '+442079460101', phone_raw: null, email: null }];
    const text =
      'name,phone,email\nAda,020 7946 0101,\nBen,020 7946 0102,b@example.com\nBenny,,B@example.com\nBad,1,\n';
    const checked = await check(text, known);
    expect([checked.fresh, checked.known]).toEqual([1, 2]);
    expect(checked.failed.map(({ errors }) => errors.map(({ row, column, code }) => [row, column, code]))).toEqual([
      [[5, 'phone', 'phone_invalid']],
    ]);
    expect(readCsv(rejectsCsv(['name', 'phone', 'email'], checked.failed))![1]!.cells.slice(0, 4)).toEqual([
      'Bad',
      '1',
      '',
      '5',
    ]);
  });

  test.each([
    ['sep=;', 'sep=;\r\nName;Phone\r\nAda;020 7946 0101\r\nBad;1\r\n', 3],
    ['titles', 'Guests of The Anchor, all\n\nExported;1 May\nName;Phone\nAda;020 7946 0101\nBad;1\n', 6],
  ])('has its headings below %s', async (_, text, row) => {
    expect((await readTable(text)).head).toEqual(['Name', 'Phone']);
    const checked = await check(text);
    expect(checked).toMatchObject({ fresh: 1, known: 0 });
    expect(checked.failed[0]!.record.row).toBe(row);
  });

  test('has the days of all birthdays in one order', async () => {
    const birthdays = ['02/03/1990', '02/28/1990', '03/30/1991', '25/03/1992'];
    const text = `name,birthday\n${birthdays.map((day, i) => `Guest ${i},${day}`).join('\n')}\n`;
    const table = await readTable(text);
    const context = readContext(table, guessMapping(table.head), inBritain);
    const read = table.records.map((record) => readImportRow(record, context));
    expect(read.map((row) => ('values' in row ? row.values.birthday : row.errors[0]!.code))).toEqual([
      '1990-02-03',
      '1990-02-28',
      '1991-03-30',
      'birthday_invalid',
    ]);
  });

  test('has one customer for names that look alike', async () => {
    const names = ['Zoë &amp; Max', 'Zoe\u0308 & Max', '\u200bZoë & Max', 'zoë  & max'];
    expect(await check(`name\n${names.join('\n')}\n`)).toMatchObject({ fresh: 1, known: 3 });
  });

  test('of 20,000 rows is read and checked in slices, so that the page stays alive', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `Guest ${i},+4420${70_000_000 + i},"line\nbreak"`);
    const text = `name,phone,note\n${rows.join('\n')}\n`;
    const reading = slices();
    const read = await inSlices(readImportFile(new TextEncoder().encode(text)), reading.options);
    if (!read || 'fault' in read) throw new Error('unreadable');
    // A step of reading is 200 rows, one of checking 50; none holds the page for more than a few of them.
    expect(reading.lengths.length).toBeGreaterThanOrEqual(10);
    const checking = slices();
    const steps: number[] = [];
    const work = checkFile(read, guessMapping(read.head), [], inBritain);
    const checked = await inSlices(work, { ...checking.options, onStep: (done) => steps.push(done) });
    expect(checked).toMatchObject({ fresh: 20_000, known: 0, failed: [] });
    expect(checking.lengths.length).toBeGreaterThanOrEqual(40);
    expect(Math.max(...checking.lengths, ...reading.lengths)).toBeLessThanOrEqual(10);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });

  test('is left when the person leaves', async () => {
    const table = await readTable(`name\n${'x\n'.repeat(500)}`);
    const work = checkFile(table, { name: 0 }, [], inBritain);
    expect(await inSlices(work, { ...slices().options, isStopped: () => true })).toBeNull();
  });
});

describe('a mapping', () => {
  test('is guessed from headings in several languages', () => {
    expect(guessMapping(['Kunde', 'Vorname', 'Nachname', 'Telefon', 'E-Mail-Adresse', 'PLZ', 'Ort'])).toEqual({
      first_name: 1,
      last_name: 2,
      phone: 3,
      email: 4,
      postal_code: 5,
      city: 6,
    });
  });

  test('that names nobody, or a column that is not there, is refused', () => {
    expect(placesOf(['colour'], null)).toHaveProperty('fault');
    expect(placesOf(['name'], { name: 3 })).toEqual({ fault: 'The file has no column 4.' });
    expect(placesOf(['name'], { name: 'Who' })).toEqual({ fault: 'The file has no column “Who”.' });
  });
});
