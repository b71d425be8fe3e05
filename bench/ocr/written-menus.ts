import {
  swiss,
  naira,
  comma,
  euroFirst,
  euroWhole,
  dollars,
  row,
  dots,
  priceFirst,
  priceUnder,
  nameThenPriceUnder,
  inline,
  numbered,
  bareNumbered,
  allergens,
  slashed,
  dashed,
  type WrittenItem,
} from './item-templates.ts';
import { euros, plain, pounds, whole, wholeDollars } from './page.ts';
import type { Spoil } from './spoil.ts';

/** How a menu of written-menus.txt looks. */
export interface WrittenMenu {
  name: string;
  /** HTML of one item, and CSS of the page. */
  item: (item: WrittenItem, money: (minor: number) => string) => string;
  css: string;
  money: (minor: number) => string;
  spoil?: Spoil;
  pdf?: 'text' | 'scan';
}

export const written: WrittenMenu[] = [
  {
    name: 'dots-with-gaps',
    money: pounds,
    item: dots,
    css: `main{width:820px;font:20px/1.4 'C059'}`,
  },
  {
    name: 'price-first',
    money: plain,
    item: priceFirst,
    css: `main{width:760px;font:21px/1.4 'URW Gothic'} .n{font-weight:600}`,
  },
  {
    name: 'price-under',
    money: dollars,
    item: priceUnder,
    css: `main{width:640px;font:22px/1.35 'Nimbus Sans';} .n{font-weight:700}`,
  },
  {
    name: 'boxes',
    money: euroFirst,
    item: row,
    css: `main{width:1180px;font:19px/1.35 'Liberation Sans'} .b{columns:2;column-gap:34px} section{border:2px solid #444;padding:14px 18px;break-inside:avoid}`,
  },
  {
    name: 'two-languages',
    money: euros,
    item: row,
    css: `main{width:900px;font:20px/1.35 'P052'} .d{font-style:italic}`,
  },
  {
    name: 'allergen-numbers',
    money: euros,
    item: allergens,
    css: `main{width:880px;font:20px/1.4 'DejaVu Sans';} h2{text-transform:uppercase;letter-spacing:2px}`,
  },
  {
    name: 'dish-numbers',
    money: pounds,
    item: numbered,
    css: `main{width:1150px;font:18px/1.35 'Liberation Sans Narrow'} .b{columns:2;column-gap:48px} h2{color:#a11;text-transform:uppercase}`,
    spoil: { rotate: 2, jpeg: 70, shade: 0.35 },
  },
  {
    name: 'bare-numbers',
    money: plain,
    item: bareNumbered,
    css: `main{width:820px;font:20px/1.35 'DejaVu Serif'}`,
    spoil: { rotate: -2, noise: 14, jpeg: 72 },
  },
  {
    name: 'swiss-francs',
    money: swiss,
    item: row,
    css: `main{width:860px;font:21px/1.4 'Nimbus Roman'}`,
  },
  {
    name: 'naira',
    money: naira,
    item: row,
    css: `main{width:900px;font:22px/1.4 'DejaVu Sans'; background:#fff8ea} h2{background:#2b5a3b;color:#fff;padding:4px 14px}`,
    spoil: { jpeg: 80 },
  },
  {
    name: 'comma-no-sign',
    money: comma,
    item: row,
    css: `main{width:760px;font:20px/1.4 'URW Bookman'; background:#fbf5e6; color:#3a2a1a} h1{font-family:Z003}`,
    spoil: { shade: 0.5, jpeg: 70 },
  },
  {
    name: 'inline',
    money: whole,
    item: inline,
    css: `main{width:860px;font:21px/1.5 'Liberation Serif'} .n{font-weight:700} .d{font-size:1em}`,
  },
  {
    name: 'coffee-sizes',
    money: plain,
    item: row,
    css: `main{width:800px;font:22px/1.4 'URW Gothic'; background:#2a1d17; color:#f3e3cf}`,
  },
  {
    name: 'slashed',
    money: pounds,
    item: slashed,
    css: `main{width:840px;font:21px/1.4 'Liberation Sans'}`,
    spoil: { noise: 10, jpeg: 60 },
  },
  {
    name: 'dashes-centred',
    money: whole,
    item: dashed,
    css: `main{width:760px;font:22px/1.4 'C059'} h2{text-align:center;letter-spacing:4px;text-transform:uppercase} .n{text-transform:uppercase;letter-spacing:1px}`,
  },
  {
    name: 'name-price-description',
    money: wholeDollars,
    item: nameThenPriceUnder,
    css: `main{width:1000px;font:20px/1.4 'Liberation Sans'} .b{columns:2;column-gap:60px} .n{font-weight:700} .p{color:#555}`,
  },
  {
    name: 'wine-columns',
    money: plain,
    item: row,
    css: `main{width:940px;font:19px/1.4 'Liberation Serif'}`,
    spoil: { rotate: 1.5, jpeg: 75 },
  },
  {
    name: 'grid-table',
    money: pounds,
    item: ({ name, prices, description }, money) =>
      `<div class="i l" style="border:1px solid #333;margin:0"><span class=n style="flex:1;padding:6px 10px;border-right:1px solid #333">${name}${description ? `<p class=d>${description}</p>` : ''}</span><span class=p style="width:110px;padding:6px 10px;text-align:right">${money(prices[0]!)}</span></div>`,
    css: `main{width:720px;font:20px/1.3 'Liberation Sans'} h2{background:#ddd;padding:6px 10px;margin:14px 0 0}`,
    spoil: { rotate: -1, jpeg: 65 },
  },
  {
    name: 'curved-page',
    money: pounds,
    item: row,
    css: `main{width:860px;font:21px/1.4 'Nimbus Roman'}`,
    spoil: { curve: 40, shade: 0.35, jpeg: 78 },
  },
  {
    name: 'dark-gradient-photo',
    money: dollars,
    item: row,
    css: `main{width:980px;font:21px/1.4 'Nimbus Sans'; background:linear-gradient(160deg,#0d1420,#2b3c4f); color:#f2efe6} .b{columns:2;column-gap:50px} h2{color:#e8b23a}`,
    spoil: { rotate: 1, noise: 8, jpeg: 75 },
  },
  {
    name: 'perspective-dots',
    money: euros,
    item: dots,
    css: `body{padding:90px;background:#70604e;perspective:1500px} main{width:840px;font:20px/1.4 'DejaVu Sans';transform:rotateX(18deg) rotateY(-7deg) rotateZ(-1.5deg)}`,
    spoil: { jpeg: 80, shade: 0.25 },
  },
  {
    name: 'low-resolution-columns',
    money: pounds,
    item: row,
    css: `main{width:1240px;font:20px/1.35 'Liberation Sans'} .b{columns:3;column-gap:44px}`,
    spoil: { scale: 0.6, jpeg: 65 },
  },
  {
    name: 'scan-pdf-inline-list',
    money: euroWhole,
    item: row,
    css: `main{width:820px;font:21px/1.45 'Nimbus Roman'} h2{text-align:center;font-style:italic}`,
    pdf: 'scan',
    spoil: { rotate: 0.8, noise: 9 },
  },
  {
    name: 'text-pdf-boxes',
    money: pounds,
    item: numbered,
    pdf: 'text',
    css: `main{width:760px;font:14px/1.35 'Liberation Sans'} .b{columns:2;column-gap:30px} section{border:1px solid #888;padding:10px}`,
  },
];
