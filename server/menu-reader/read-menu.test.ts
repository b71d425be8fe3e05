import sharp from 'sharp';
import { expect, test } from 'vitest';
import { MENU_FILE_BYTES } from './check-file.ts';
import { readMenu, type ReadMenu } from './read-menu.ts';

const clock = { now: () => 0 };

async function draw(
  lines: [x: number, size: number, text: string][],
  { ink = '#222', paper = '#fff' } = {},
): Promise<Buffer> {
  const texts = lines.map(
    ([x, size, text], index) =>
      `<text x="${x}" y="${90 + Math.floor(index / 2) * 70}" font-size="${size}" font-family="sans-serif">${text}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="520"><rect width="100%" height="100%" fill="${paper}"/><g fill="${ink}">${texts.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const card: [number, number, string][] = [
  [80, 46, 'Starters'],
  [80, 1, ' '],
  [80, 32, 'Tomato Soup'],
  [960, 32, '£4.50'],
  [80, 32, 'Garlic Bread'],
  [960, 32, '£3.25'],
  [80, 32, 'Prawn Cocktail'],
  [960, 32, '£7.95'],
  [80, 22, 'Service charge of 12.5% is added'],
];

function list(menu: ReadMenu): unknown {
  if (menu.status === 'refused') return menu.code;
  return menu.categories.map(({ name, items }) => [name, items.map((item) => [item.name, item.price_amount])]);
}

const expected = [
  [
    'Starters',
    [
      ['Tomato Soup', 450],
      ['Garlic Bread', 325],
      ['Prawn Cocktail', 795],
    ],
  ],
];

test('reads categories, names and prices from a picture', async () => {
  const menu = await readMenu(await draw(card), { clock });
  expect(list(menu)).toEqual(expected);
  if (menu.status === 'refused') return;
  expect(menu.currency).toBe('GBP');
  const [page] = menu.pages;
  const { box } = menu.categories[0]!.items[0]!;
  expect(box.left).toBeGreaterThan(40);
  expect(box.left + box.width).toBeLessThan(page!.width);
});

test('reads light type on dark paper', async () => {
  expect(list(await readMenu(await draw(card, { ink: '#f5ecd8', paper: '#1b2430' }), { clock }))).toEqual(expected);
});

test('refuses what is no picture and what is too large', async () => {
  const read = async (bytes: Uint8Array) => list(await readMenu(bytes, { clock }));
  expect(await read(new Uint8Array())).toBe('file_empty');
  expect(await read(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('file_type_unsupported');
  expect(await read(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))).toBe('file_unreadable');
  expect(await read(Buffer.from('%PDF-1.7 nothing'))).toBe('file_unreadable');
  expect(await read(Buffer.alloc(MENU_FILE_BYTES + 1, 0xff))).toBe('file_too_large');
});

test('refuses a small file that unpacks to too many pixels', async () => {
  const bomb = await sharp({ create: { width: 5100, height: 5000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(list(await readMenu(bomb, { clock }))).toBe('picture_too_large');
});

test('stops when it is told to', async () => {
  await expect(readMenu(await draw(card), { clock, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});
