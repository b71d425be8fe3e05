import sharp from 'sharp';

export type DrawnLine = [x: number, size: number, text: string];

/** A page of a menu: names on the left, prices on the right, sizes in columns. PNG. */
export function drawMenu(rows: DrawnLine[][]): Promise<Buffer> {
  const texts = rows.flatMap((row, index) =>
    row.map(([x, size, text]) => `<text x="${x}" y="${100 + index * 76}" font-size="${size}">${text}</text>`),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="${140 + rows.length * 76}"><rect width="100%" height="100%" fill="#fff"/><g fill="#222" font-family="sans-serif">${texts.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Five dishes in two categories, the pizzas in two sizes. */
export const drawnStarters: DrawnLine[][] = [
  [[80, 48, 'Starters']],
  [
    [80, 32, 'Tomato Soup'],
    [1000, 32, '£4.50'],
  ],
  [
    [80, 32, 'Garlic Bread'],
    [1000, 32, '£3.25'],
  ],
  [
    [80, 32, 'Prawn Cocktail'],
    [1000, 32, '£7.95'],
  ],
  [[80, 48, 'Pizza']],
  [
    [800, 28, 'Small'],
    [1000, 28, 'Large'],
  ],
  [
    [80, 32, 'Margherita'],
    [800, 32, '£8.50'],
    [1000, 32, '£12.50'],
  ],
  [
    [80, 32, 'Diavola'],
    [800, 32, '£9.75'],
    [1000, 32, '£13.75'],
  ],
];
