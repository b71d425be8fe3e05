import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createRandom, type Random } from '../random.ts';
import { coverName, pictures, type Drawn } from './pictures.ts';

// npm run demo:pictures
// Draws the pictures of the demonstration into this folder. They are ours, under the licence of the project, and are stored in it, so
// that a start draws nothing. Dishes are seen from above.

const WIDE = 800;
const CENTER = WIDE / 2;

async function store(name: string, svg: string, width: number): Promise<void> {
  const bytes = await sharp(Buffer.from(svg))
    .resize(width)
    .webp({ quality: 76, effort: 6, smartSubsample: true })
    .toBuffer();
  await writeFile(join(import.meta.dirname, `${name}.webp`), bytes);
  console.log(name, bytes.length);
}

function dishOf(drawn: Drawn, random: Random): string {
  return document(
    WIDE,
    WIDE,
    `<rect width="800" height="800" fill="#F1E6DA"/>${weave()}${onTable(CENTER, CENTER, 1, drawn, random)}`,
  );
}

/** A table with five dishes, to be cropped from either side. */
function cover(): string {
  const random = createRandom(2011);
  const places: [keyof typeof pictures, number, number, number][] = [
    ['curry-orange', 330, 300, 0.78],
    ['rice-saffron', 800, 420, 0.62],
    ['bread', 1230, 270, 0.74],
    ['curry-green', 560, 640, 0.5],
    ['skewers', 1060, 660, 0.52],
    ['drink-mango', 90, 600, 0.45],
    ['dessert-syrup', 1500, 590, 0.52],
  ];
  const dishes = places.map(([name, x, y, size]) => onTable(x, y, size, pictures[name], random)).join('');
  const leaves = Array.from({ length: 16 }, () =>
    leaf(random.between(40, 1560), random.between(40, 760), random, 1.4),
  ).join('');
  return document(1600, 800, `<rect width="1600" height="800" fill="#5B1E14"/>${grain(random)}${leaves}${dishes}`);
}

const document = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs><filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="16"/></filter></defs>${body}</svg>`;

const weave = () =>
  Array.from({ length: 9 }, (_, i) => `<rect y="${i * 100 + 40}" width="800" height="3" fill="#E6D5C3"/>`).join('');

const grain = (random: Random) =>
  Array.from(
    { length: 8 },
    (_, i) => `<rect y="${i * 104}" width="1600" height="100" fill="#6A2519" opacity="${0.3 + random.next() * 0.6}"/>`,
  ).join('');

function onTable(x: number, y: number, size: number, drawn: Drawn, random: Random): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cy="26" rx="310" ry="306" fill="#3A1A10" opacity=".32" filter="url(#soft)"/>${kinds[drawn.kind](drawn, random)}</g>`;
}

const circle = (r: number, fill: string, more = '') => `<circle r="${r}" fill="${fill}" ${more}/>`;
const plate = () =>
  circle(300, '#FFFDF9') + circle(300, 'none', 'stroke="#DCCFC0" stroke-width="5"') + circle(222, '#F6EFE6');
const bowl = (fill: string) =>
  circle(300, '#FFFDF9') +
  circle(300, 'none', 'stroke="#DCCFC0" stroke-width="5"') +
  circle(248, shade(fill, -0.18)) +
  circle(240, fill);
const gloss = () =>
  '<path d="M-178 -60a190 190 0 0 1 118 -120" fill="none" stroke="#FFFFFF" stroke-opacity=".5" stroke-width="26" stroke-linecap="round"/>';

const kinds: Record<Drawn['kind'], (drawn: Drawn, random: Random) => string> = {
  curry: ({ color, piece, garnish }, random) =>
    bowl(color) +
    swirl(shade(color, 0.3)) +
    scatter(random, 9, 150, (x, y) => blob(x, y, random.between(34, 56), piece, random)) +
    gloss() +
    toppings(random, garnish),
  rice: ({ color, piece, garnish }, random) =>
    bowl(shade(color, -0.08)) +
    scatter(
      random,
      420,
      222,
      (x, y) =>
        `<ellipse rx="13" ry="4.4" fill="${shade(color, random.next() * 0.5 - 0.12)}" transform="translate(${x} ${y}) rotate(${random.between(0, 180)})"/>`,
    ) +
    scatter(random, 10, 160, (x, y) => blob(x, y, random.between(20, 34), piece, random)) +
    toppings(random, garnish),
  bread: ({ color, piece, garnish }, random) =>
    plate() +
    [-70, 60]
      .map(
        (x, i) =>
          `<g transform="translate(${x} ${i * 40 - 20}) rotate(${i * 34 - 30})"><path d="M0 -205c95 0 135 110 128 210s-58 190 -128 190s-122 -88 -128 -190s33 -210 128 -210z" fill="${color}" stroke="${shade(color, -0.22)}" stroke-width="6"/>${scatter(random, 16, 118, (a, b) => `<ellipse cx="${a}" cy="${b * 1.3}" rx="${random.between(8, 22)}" ry="${random.between(6, 15)}" fill="${piece}" opacity="${0.35 + random.next() * 0.4}"/>`)}</g>`,
      )
      .join('') +
    toppings(random, garnish),
  skewers: ({ color, piece, garnish }, random) =>
    plate() +
    [-92, 0, 92]
      .map(
        (y) =>
          `<g transform="rotate(-24) translate(0 ${y})"><rect x="-250" y="-5" width="500" height="10" rx="5" fill="#B98B5A"/>${[-150, -75, 0, 75, 150].map((x, i) => (i % 2 ? `<rect x="${x - 30}" y="-34" width="60" height="68" rx="16" fill="${piece}"/>` : `<rect x="${x - 38}" y="-40" width="76" height="80" rx="24" fill="${color}" stroke="${shade(color, -0.3)}" stroke-width="5"/><path d="M${x - 20} -22l40 12M${x - 20} 4l40 12" stroke="${shade(color, -0.45)}" stroke-width="6" stroke-linecap="round"/>`)).join('')}</g>`,
      )
      .join('') +
    lemon(150, 168) +
    toppings(random, garnish),
  fried: ({ color, piece, garnish }, random) =>
    plate() +
    [
      [-96, -84],
      [78, -100],
      [-20, 62],
    ]
      .map(
        ([x, y], i) =>
          `<g transform="translate(${x} ${y}) rotate(${i * 50 - 40})"><path d="M0 -104q14 -8 24 6l86 150q6 22 -18 24h-184q-24 -2 -18 -24l86 -150q10 -14 24 -6z" fill="${color}" stroke="${shade(color, -0.25)}" stroke-width="6"/><path d="M-58 46h116M-36 8h72" stroke="${shade(color, 0.3)}" stroke-width="9" stroke-linecap="round"/></g>`,
      )
      .join('') +
    `<g transform="translate(140 120)">${circle(74, '#FFFDF9', 'stroke="#DCCFC0" stroke-width="4"')}${circle(56, piece)}</g>` +
    toppings(random, garnish),
  balls: ({ color, piece, garnish }, random) =>
    bowl(piece) +
    [
      [-92, -66],
      [84, -92],
      [4, 74],
      [-128, 92],
      [140, 62],
    ]
      .map(
        ([x, y]) =>
          `<g transform="translate(${x} ${y})">${circle(70, shade(color, -0.2))}${circle(66, color)}<path d="M-38 -14a40 40 0 0 1 26 -28" fill="none" stroke="#FFFFFF" stroke-opacity=".55" stroke-width="11" stroke-linecap="round"/></g>`,
      )
      .join('') +
    toppings(random, garnish),
  drink: ({ color, piece, garnish }, random) =>
    circle(300, '#EADACB') +
    circle(300, 'none', 'stroke="#D4C0AC" stroke-width="5"') +
    circle(210, '#FFFFFF', 'stroke="#CFE0E4" stroke-width="12"') +
    circle(186, color) +
    swirl(shade(color, 0.28)) +
    `<g transform="rotate(18)"><rect x="40" y="-260" width="26" height="300" rx="13" fill="${piece}"/></g>` +
    toppings(random, garnish, 90),
};

const toppings = (random: Random, garnish: Drawn['garnish'], within = 150) =>
  garnish === 'leaves'
    ? scatter(random, 6, within, (x, y) => leaf(x, y, random))
    : garnish === 'chilli'
      ? scatter(
          random,
          5,
          within,
          (x, y) => `<g transform="translate(${x} ${y})">${circle(19, '#C5281C')}${circle(9, '#F3B27A')}</g>`,
        ) + scatter(random, 3, within, (x, y) => leaf(x, y, random))
      : garnish === 'cream'
        ? '<path d="M-120 40c40 -90 120 -100 150 -30s-70 90 -60 20s120 -60 140 10" fill="none" stroke="#FFF6E6" stroke-width="20" stroke-linecap="round"/>' +
          scatter(random, 3, within, (x, y) => leaf(x, y, random))
        : scatter(
            random,
            12,
            within,
            (x, y) =>
              `<rect width="20" height="9" rx="4" fill="#E8C48A" stroke="#C99A55" stroke-width="2" transform="translate(${x} ${y}) rotate(${random.between(0, 180)})"/>`,
          );

const swirl = (color: string) =>
  `<path d="M-150 60a165 165 0 0 0 300 -40M-110 110a165 165 0 0 0 220 10" fill="none" stroke="${color}" stroke-opacity=".5" stroke-width="18" stroke-linecap="round"/>`;
const lemon = (x: number, y: number) =>
  `<g transform="translate(${x} ${y})">${circle(58, '#F4CF3E')}${circle(46, '#FFF3B0')}${[0, 60, 120].map((a) => `<rect x="-3" y="-46" width="6" height="92" fill="#F4CF3E" transform="rotate(${a})"/>`).join('')}</g>`;
const leaf = (x: number, y: number, random: Random, size = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${random.between(0, 359)}) scale(${size})"><path d="M0 -34c30 12 30 50 0 68c-30 -18 -30 -56 0 -68z" fill="#4E9A43"/><path d="M0 -24v50" stroke="#2F6E2B" stroke-width="4"/></g>`;

function blob(x: number, y: number, r: number, fill: string, random: Random): string {
  const turn = random.between(0, 359);
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="${r}" ry="${r * 0.74}" fill="${shade(fill, -0.25)}"/><ellipse cy="-4" rx="${r * 0.94}" ry="${r * 0.66}" fill="${fill}"/></g>`;
}

function scatter(random: Random, count: number, within: number, draw: (x: number, y: number) => string): string {
  return Array.from({ length: count }, (_, i) => {
    // Evenly over the disc: a spiral with some unrest.
    const [angle, r] = [i * 2.4 + random.next() * 0.5, within * Math.sqrt((i + 0.5) / count)];
    return draw(Math.round(Math.cos(angle) * r), Math.round(Math.sin(angle) * r));
  }).join('');
}

/** Lighter above zero, darker below. */
function shade(color: string, by: number): string {
  const to = by > 0 ? 255 : 0;
  return `#${[1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    .map((value) => Math.round(value + (to - value) * Math.abs(by)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

function seedOf(name: string): number {
  return [...name].reduce((sum, character) => (sum * 31 + character.codePointAt(0)!) >>> 0, 7);
}

for (const [name, drawn] of Object.entries(pictures))
  await store(name, dishOf(drawn, createRandom(seedOf(name))), WIDE);
await store(coverName, cover(), 1600);
