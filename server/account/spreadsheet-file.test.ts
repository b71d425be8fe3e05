import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsv, toCsv } from '../../contract/csv.ts';
import { packTar, unpackTar, type Entry, type PackedEntry } from '../backup/tar.ts';
import { openSpreadsheet } from './spreadsheet-file.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'galley-sheet-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const csv = (from: number, count: number, text = '') =>
  toCsv(
    [
      ['number', (n: number) => String(n)],
      ['text', () => text],
    ],
    Array.from({ length: count }, (_, at) => from + at),
  );

async function packed(entries: readonly PackedEntry[]): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const entry of unpackTar(packTar(Readable.from(entries), new Date(0)))) all.push(entry);
  return all;
}

test('rows that are read in parts are one file with one head', async () => {
  const sheet = openSpreadsheet('orders', join(folder, 'one'));
  for (let part = 0; part < 9; part += 1) await sheet.append(csv(part * 500, 500));
  const [file, ...others] = await packed(sheet.entries().map(({ entry }) => entry));
  expect([file!.name, others]).toEqual(['spreadsheets/orders.csv', []]);
  const rows = readCsv(file!.body.toString())!.map(({ cells }) => cells[0]);
  expect(rows).toEqual(['number', ...Array.from({ length: 4500 }, (_, n) => String(n))]);
  await sheet.remove();
  expect(await readdir(folder)).toEqual([]);
});

test('what is too large for one file of the archive goes on in a second one', async () => {
  const sheet = openSpreadsheet('orders', join(folder, 'two'));
  for (let part = 0; part < 3; part += 1) await sheet.append(csv(part, 1, 'x'.repeat(12 * 1024 * 1024)));
  const files = await packed(sheet.entries().map(({ entry }) => entry));
  expect(files.map(({ name }) => name)).toEqual(['spreadsheets/orders.csv', 'spreadsheets/orders-2.csv']);
  expect(files.map(({ body }) => readCsv(body.toString())!.map(({ cells }) => cells[0]))).toEqual([
    ['number', '0', '1'],
    ['number', '2'],
  ]);
  await sheet.remove();
});
