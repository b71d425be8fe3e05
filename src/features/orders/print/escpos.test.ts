import { expect, test } from 'vitest';
import { encodeTicket } from './escpos.ts';

const ESC = 0x1b;
const GS = 0x1d;
const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
const holds = (bytes: Uint8Array, ...wanted: number[]) =>
  bytes.some((_, at) => wanted.every((byte, i) => bytes[at + i] === byte));

test('resets the printer, inverts the allergy and cuts the paper', () => {
  const bytes = encodeTicket([
    { kind: 'number', text: '#142' },
    { kind: 'alarm', text: '!! ALLERGY: NUTS !!' },
    { kind: 'dish', quantity: '2', text: 'CHAPATI', amount: '£10.00' },
    { kind: 'detail', text: 'NO butter' },
    { kind: 'pair', left: '4 items', right: '18:56' },
  ]);
  expect(Array.from(bytes.slice(0, 2))).toEqual([ESC, 0x40]);
  expect(holds(bytes, GS, 0x42, 1)).toBe(true);
  expect(holds(bytes, GS, 0x21, 0x22)).toBe(true);
  expect(holds(bytes.slice(-8), GS, 0x56)).toBe(true);
  const text = textOf(bytes);
  for (const words of ['#142', '!! ALLERGY: NUTS !!', 'CHAPATI', 'NO butter', '18:56']) expect(text).toContain(words);
  // The pound sign comes from the printer's own code table, not from Unicode.
  expect(text).not.toContain('Â£');
});

test('wraps a long dish without losing text', () => {
  const long = 'CHEF SPECIAL LAMB SHANK WITH SAFFRON POTATOES AND A POMEGRANATE SALAD ON THE SIDE';
  const text = textOf(encodeTicket([{ kind: 'dish', quantity: '1', text: long }]));
  for (const word of long.split(' ')) expect(text).toContain(word);
});

test('a Star printer gets its own language', () => {
  const bytes = encodeTicket([{ kind: 'number', text: '#142' }], 'star-prnt');
  expect(holds(bytes, GS, 0x56)).toBe(false);
  expect(textOf(bytes)).toContain('#142');
});

test.each([
  [80, 48],
  [58, 32],
] as const)('fills the lines of %i mm paper', (width, columns) => {
  const text = textOf(encodeTicket([{ kind: 'rule' }], 'esc-pos', width));
  expect(/-+/.exec(text)![0]).toHaveLength(columns);
});
