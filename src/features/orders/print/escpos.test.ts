import { describe, expect, test } from 'vitest';
import { graphemesOf } from '../../../../contract/clip.ts';
import type { MakeContext } from './draw-line.ts';
import { encodeTicket } from './escpos.ts';
import type { TicketLine } from './ticket.ts';

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

describe('characters that the printer lacks', () => {
  /** Draws each character as a column of dots of its own, and a hollow box for those that no font has. Records what was drawn. */
  function canvas({ without = '' } = {}) {
    const drawn: string[] = [];
    const makeContext: MakeContext = (width, height) => {
      const data = new Uint8ClampedArray(width * height * 4);
      const context = {
        font: '',
        fillStyle: '',
        textAlign: 'left' as CanvasTextAlign,
        textBaseline: 'alphabetic' as CanvasTextBaseline,
        direction: 'ltr' as CanvasDirection,
        fillRect: () => void data.fill(context.fillStyle === '#ffffff' ? 255 : 0),
        measureText: (text: string) => ({ width: graphemesOf(text).length * 12 }) as TextMetrics,
        fillText: (text: string) => {
          if (width > 100) drawn.push(text);
          for (const [at, sign] of graphemesOf(text).entries()) {
            const code = without.includes(sign) || sign === '\u{10FFFD}' ? 1 : sign.codePointAt(0)!;
            data[at * 4] = code % 256;
            data[at * 4 + 1] = code >> 8;
          }
        },
        getImageData: () => ({ data, width, height }) as unknown as ImageData,
      };
      return context;
    };
    return { drawn, makeContext };
  }
  /** GS v 0: a picture. */
  const pictures = (bytes: Uint8Array) => bytes.filter((byte, at) => byte === GS && bytes[at + 1] === 0x76).length;

  test.each<[string, TicketLine]>([
    ['Chinese', { kind: 'detail', text: '> 不要花生, allergic' }],
    ['Korean', { kind: 'dish', quantity: '1', text: '비빔밥' }],
    ['Japanese', { kind: 'strong', text: '寿司' }],
    ['emoji', { kind: 'plain', text: 'Ana 🌮' }],
    ['rupees', { kind: 'pair', left: 'Total', right: '₹ 450' }],
    ['Hebrew', { kind: 'alarm', text: 'בלי אגוזים' }],
  ])('in %s are printed as a picture, the line around them too', (_, line) => {
    const { drawn, makeContext } = canvas();
    const bytes = encodeTicket([{ kind: 'number', text: '#142' }, line], 'esc-pos', 80, makeContext);
    expect(pictures(bytes)).toBe(1);
    const texts = Object.values(line).filter((value) => value !== line.kind);
    expect(drawn.join('')).toBe(texts.join(''));
    expect(textOf(bytes)).toContain('#142');
    expect(textOf(bytes)).not.toContain('?');
  });

  test('leave lines as text that the printer has letters for, whatever their accents', () => {
    const texts = ['Jalapeño £5', 'E\u0301clair', 'Żurek', 'Борщ', '€ 3', 'Well done?', 'it’s “fine”…'];
    const none: MakeContext = () => null;
    const bytes = encodeTicket(
      texts.map((text) => ({ kind: 'detail', text })),
      'esc-pos',
      80,
      none,
    );
    expect(pictures(bytes)).toBe(0);
    expect([...textOf(bytes)].filter((sign) => sign === '?')).toEqual(['?']);
  });

  test('wrap within the paper, between words and within those that are wider', () => {
    const { drawn, makeContext } = canvas();
    encodeTicket([{ kind: 'detail', text: `> ${'辣'.repeat(30)} no peanuts` }], 'esc-pos', 58, makeContext);
    expect(drawn).toEqual([`> ${'辣'.repeat(26)}`, `${'辣'.repeat(4)} no peanuts`]);
  });

  test('never stop the ticket: it says at its top that letters are missing', () => {
    const lines: TicketLine[] = [
      { kind: 'number', text: '#142' },
      { kind: 'detail', text: '> 不要花生, allergic' },
      { kind: 'dish', quantity: '1', text: 'DAL' },
    ];
    const { makeContext, drawn } = canvas({ without: '花' });
    const boxed = encodeTicket(lines, 'esc-pos', 80, makeContext);
    expect(pictures(boxed)).toBe(1);
    expect(drawn).toEqual(['> 不要花生, allergic']);
    const without = encodeTicket(lines, 'esc-pos', 80, () => null);
    expect(pictures(without)).toBe(0);
    expect(textOf(without)).toContain('????, allergic');
    for (const bytes of [boxed, without]) {
      const text = textOf(bytes);
      expect(text.indexOf('LETTERS ARE MISSING: SEE THE SCREEN')).toBeLessThan(text.indexOf('#142'));
      expect(text).toContain('LETTERS ARE MISSING');
      expect(text).toContain('DAL');
    }
    expect(textOf(encodeTicket(lines, 'esc-pos', 80, canvas().makeContext))).not.toContain('MISSING');
  });

  test('print as pictures on a Star printer, too', () => {
    const { drawn, makeContext } = canvas();
    const bytes = encodeTicket([{ kind: 'detail', text: '> 不要花生' }], 'star-prnt', 80, makeContext);
    expect(drawn).toEqual(['> 不要花生']);
    expect(textOf(bytes)).not.toContain('?');
  });

  test('never reach the printer as commands', () => {
    const bytes = encodeTicket([{ kind: 'detail', text: 'no\u001bp\u0000\u0019 nuts' }]);
    expect(holds(bytes, ESC, 0x70)).toBe(false);
    expect(textOf(bytes)).toContain('nop nuts');
  });
});
