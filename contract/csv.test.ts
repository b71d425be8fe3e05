import { expect, test } from 'vitest';
import { decodeCsv, iterateCsv, readCsv, writeCsv } from './csv.ts';

const cellsOf = (text: string) => readCsv(text)?.map(({ cells }) => cells);

const pieces = [
  '=',
  '+',
  '-',
  '@',
  "'",
  '"',
  ',',
  ';',
  '|',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '1',
  '.5',
  'ä',
  '₦',
  '＝',
  'a',
  '\u200b',
  '“',
];

/** Texts out of what is dangerous in a CSV, always the same ones. */
function* hostileTexts(count: number): Generator<string> {
  let state = 20_261_123;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let i = 0; i < count; i++) yield Array.from({ length: next(7) }, () => pieces[next(pieces.length)]).join('');
}

test('reads back every text that it writes', () => {
  for (const text of hostileTexts(20_000)) {
    const rows = [
      ['head', 'x', text],
      [text, 'end', '1'],
    ];
    expect(cellsOf(writeCsv(rows))).toEqual(rows);
  }
});

test('writes no cell that begins a formula', () => {
  for (const text of hostileTexts(5000)) {
    const [cell] = writeCsv([[text, 'x']])
      .slice(1)
      .split('\r\n', 1);
    if (!/^"?(?:-?\d+(\.\d+)?|\+\d[\d ]*)"?,x/.test(cell!)) expect(cell).not.toMatch(/^"?[=+\-@＝]/);
  }
});

test('writes a telephone number as it is', () => {
  const numbers = ['+442079460123', '+44 20 7946 0123', '020 7946 0123', '-12.5'];
  expect(writeCsv([numbers])).toBe(`\uFEFF${numbers.join(',')}\r\n`);
  expect(writeCsv([['+44-20', '+1+1', '+a1', '=1', '+1;=2']])).toBe(
    `\uFEFF"'+44-20","'+1+1","'+a1","'=1","'+1;'=2"\r\n`,
  );
  // Of an older file, too.
  expect(cellsOf("'+442079460123,+442079460123")).toEqual([['+442079460123', '+442079460123']]);
});

test.each([',', ';', '\t'])('finds the separator %j', (sign) => {
  expect(cellsOf(['name', '"a, b; c"', 'price'].join(sign) + '\n' + ['Soup', 'x', '4.50'].join(sign))).toEqual([
    ['name', 'a, b; c', 'price'],
    ['Soup', 'x', '4.50'],
  ]);
});

test('tells the line of each record', () => {
  const text = 'a,b\r\n"1\n2",x\r\n\r\n3,y';
  expect(readCsv(text)!.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [1, 'a'],
    [2, '1\n2'],
    [5, '3'],
  ]);
});

test('refuses a quote that is never closed', () => {
  expect(readCsv('a,b\n"1,2\n3,4')).toBeNull();
});

test('reads UTF-8 with and without a mark, UTF-16 and Windows-1252', () => {
  const read = (bytes: number[]) => cellsOf(decodeCsv(Uint8Array.from(bytes)));
  expect(read([0xef, 0xbb, 0xbf, 0xc3, 0xa9])).toEqual([['é']]);
  expect(read([0xc3, 0xa9])).toEqual([['é']]);
  expect(read([0xff, 0xfe, 0xe9, 0x00])).toEqual([['é']]);
  expect(read([0xe9, 0x2c, 0x80])).toEqual([['é', '€']]);
});

test.each(['utf-16le', 'utf-16be'])('reads %s without a mark whatever the letters are', (encoding) => {
  for (const text of [`name\n${'Иван Петров\n'.repeat(30)}`, `姓名;phone\n${'一二三;1\n'.repeat(30)}`]) {
    const bytes = Buffer.from(text, 'utf16le');
    expect(decodeCsv(encoding === 'utf-16le' ? bytes : bytes.swap16())).toBe(text);
  }
});

test('reads UTF-8 with a broken character as UTF-8', () => {
  const broken = (text: string) => Uint8Array.from([...Buffer.from(text), 0xc3, 0x0a]);
  expect(decodeCsv(broken('name\nZoë\nMüller\nJos'))).toBe('name\nZoë\nMüller\nJos\uFFFD\n');
  expect(decodeCsv(broken('\uFEFFname\nJos'))).toBe('name\nJos\uFFFD\n');
});

test('keeps what follows a closing quote, and marks a record in which the quote spans lines', () => {
  expect(cellsOf('"Bob" Smith,"a" b "c"\n"x" ,y')).toEqual([
    ['Bob Smith', 'a b "c"'],
    ['x', 'y'],
  ]);
  expect(readCsv('"Bob,1\nAl,2\n"Cy",3\nDi,4')!.map(({ row, isBroken }) => [row, isBroken])).toEqual([
    [1, true],
    [2, undefined],
  ]);
});

test('leaves rows of spaces out', () => {
  expect(readCsv('a,b\n , \n\u00a0,\nc,d')!.map(({ row }) => row)).toEqual([1, 4]);
});

const countKnown = (cells: readonly string[]) =>
  cells.filter((cell) => ['name', 'phone', 'city'].includes(cell.toLowerCase())).length;

test.each([
  ['sep=;', 'sep=;\r\nName;Phone\r\nAda, King;1\r\n', [2, 1]],
  ['sep=; after a mark, with a comma in every heading', '\uFEFFsep=;\nName;Phone\nAda, King;1\n', [2, 1]],
  [
    'titles with the separator of nothing',
    'Guests, all of them\n\nThe Anchor, London\nName;Phone\nAda, King;1\n',
    [4, 4],
  ],
  ['titles filled up', 'Guests;\n;\nName;Phone\nAda, King;1\n', [3, 3]],
  ['a title that is a heading', 'Name\nPhone;Name\n1;"Ada, King"\n', [2, 2]],
])('finds the headings below %s', (_, text, [line, row]) => {
  const [head, first] = readCsv(text, countKnown)!;
  expect([head!.line, head!.row, head!.cells.toSorted()]).toEqual([line, row, ['Name', 'Phone']]);
  expect(first).toMatchObject({ line: line! + 1, row: row! + 1 });
  expect(first!.cells.toSorted()).toEqual(['1', 'Ada, King']);
});

test('starts with the first record where none has a known heading', () => {
  expect(readCsv('a;b\n1;2', countKnown)!.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(readCsv('sep=,', countKnown)).toEqual([]);
});

test('lets a quote that belongs nowhere spoil its own line only, if asked to', () => {
  const read = (text: string) =>
    [...iterateCsv(text, { isLenient: true })].map((record) => [
      record!.line,
      record!.cells,
      record!.isBroken ?? false,
    ]);
  expect(read('a,b\n1,"x\n2,"y, z"\n3, "line\nbreak"\n4,"open\n\n')).toEqual([
    [1, ['a', 'b'], false],
    [2, ['1', '"x'], true],
    [3, ['2', 'y, z'], false],
    [4, ['3', 'line\nbreak'], false],
    [6, ['4', '"open'], true],
  ]);
  // The quote of another line closes it, and the number of cells tells.
  expect(read('a,b,c\n1,"x,1\n2,1,12"\n')).toEqual([
    [1, ['a', 'b', 'c'], false],
    [2, ['1', '"x', '1'], true],
    [3, ['2', '1', '12"'], false],
  ]);
});
