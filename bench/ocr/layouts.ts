import { bistro, brasserie, curry, grill, pizzeria, tavern, type DrawnMenu } from './menus.ts';
import { euros, plain, whole, wholeDollars, type PageStyle } from './page.ts';
import type { Spoil } from './spoil.ts';

export interface Layout {
  name: string;
  menu: DrawnMenu;
  style: PageStyle;
  spoil?: Spoil;
  /** A PDF with text, or a PDF around the picture; a picture otherwise. */
  pdf?: 'text' | 'scan';
}

const serif = 'Liberation Serif';
const script = 'Z003';

export const layouts: Layout[] = [
  { name: 'one-column', menu: bistro, style: {} },
  { name: 'one-column-leader', menu: bistro, style: { leader: true, font: serif, capitalHeadings: true } },
  { name: 'two-columns', menu: bistro, style: { columns: 2, width: 1200, font: 'Lato', nameWeight: 700 } },
  { name: 'three-columns', menu: curry, style: { columns: 3, width: 1500, size: 18, font: 'Open Sans' } },
  { name: 'dark', menu: bistro, style: { ink: '#f4ead5', paper: '#17202a', font: 'Carlito', size: 22 } },
  {
    name: 'dark-columns',
    menu: grill,
    style: { ink: '#fff', paper: '#202020', columns: 2, width: 1200, money: wholeDollars },
  },
  { name: 'rotated', menu: bistro, style: { font: serif }, spoil: { rotate: 3, jpeg: 80 } },
  { name: 'rotated-back', menu: curry, style: { leader: true }, spoil: { rotate: -4, shade: 0.4, jpeg: 75 } },
  {
    name: 'perspective',
    menu: bistro,
    style: { transform: 'rotateX(22deg) rotateY(8deg)', table: '#5b4a3a', font: 'DejaVu Sans', size: 18 },
    spoil: { jpeg: 85 },
  },
  {
    name: 'perspective-columns',
    menu: curry,
    style: { transform: 'rotateX(-14deg) rotateY(-10deg) rotateZ(2deg)', table: '#8d99a6', columns: 2, width: 1100 },
    spoil: { jpeg: 80, shade: 0.3 },
  },
  { name: 'noise', menu: tavern, style: { font: 'DejaVu Serif', size: 18 }, spoil: { noise: 22, blur: 0.6, jpeg: 85 } },
  { name: 'low-resolution', menu: bistro, style: { font: 'Roboto' }, spoil: { scale: 0.55, jpeg: 75 } },
  { name: 'serif', menu: tavern, style: { font: 'EB Garamond', size: 24, nameWeight: 500, money: plain } },
  { name: 'script', menu: bistro, style: { font: script, headingFont: script, size: 28, nameWeight: 700 } },
  {
    name: 'script-headings',
    menu: grill,
    style: { headingFont: script, font: 'P052', money: whole, centred: true, price: 'behind' },
  },
  { name: 'jpeg-55', menu: brasserie, style: { font: serif, money: euros }, spoil: { jpeg: 55, noise: 6 } },
  {
    name: 'scan-in-pdf',
    menu: bistro,
    style: { font: 'URW Bookman', width: 1000 },
    spoil: { rotate: 1, noise: 5 },
    pdf: 'scan',
  },
  { name: 'text-pdf', menu: bistro, style: { font: 'Lato' }, pdf: 'text' },
  { name: 'text-pdf-columns', menu: curry, style: { columns: 2, leader: true, size: 14, width: 780 }, pdf: 'text' },
  { name: 'sizes', menu: pizzeria, style: { font: 'Open Sans', money: plain } },
  {
    name: 'sizes-photo',
    menu: pizzeria,
    style: { font: 'P052', ruled: true },
    spoil: { rotate: 2, shade: 0.5, jpeg: 70 },
  },
  { name: 'price-below', menu: grill, style: { centred: true, price: 'below', money: wholeDollars, nameWeight: 700 } },
  { name: 'price-behind', menu: curry, style: { price: 'behind', nameWeight: 700, font: 'Liberation Sans Narrow' } },
  {
    name: 'euro-columns',
    menu: brasserie,
    style: { columns: 2, width: 1250, money: euros, font: 'C059', ruled: true },
  },
  { name: 'long-names', menu: tavern, style: { width: 560, font: 'Nimbus Sans', capitalHeadings: true } },
  {
    name: 'narrow-phone',
    menu: curry,
    style: { width: 480, size: 16, font: 'Roboto Condensed', ink: '#5a1f1f', paper: '#fdf3dc' },
  },
];
