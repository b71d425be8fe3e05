import type { DrawnCategory, DrawnItem, DrawnMenu } from './menus.ts';

export interface PageStyle {
  columns?: 1 | 2 | 3;
  font?: string;
  headingFont?: string;
  /** Width of the page and size of the names, in CSS pixels. */
  width?: number;
  size?: number;
  ink?: string;
  paper?: string;
  leader?: boolean;
  /** Where the price stands: at the right edge, behind the name, or on a line of its own below. */
  price?: 'right' | 'behind' | 'below';
  centred?: boolean;
  capitalHeadings?: boolean;
  nameWeight?: number;
  ruled?: boolean;
  money?: (minor: number) => string;
  /** A transform that a camera would make, and the table behind the page. */
  transform?: string;
  table?: string;
}

export const pounds = (minor: number): string => `£${(minor / 100).toFixed(2)}`;
export const plain = (minor: number): string => (minor / 100).toFixed(2);
export const euros = (minor: number): string => `${(minor / 100).toFixed(2).replace('.', ',')} €`;
export const wholeDollars = (minor: number): string => `$${minor / 100}`;
export const whole = (minor: number): string => String(minor / 100);

/** The menu as one HTML page, whose body has a `main` to photograph. */
export function writePage(menu: DrawnMenu, style: PageStyle): string {
  const {
    columns = 1,
    font = 'Liberation Sans',
    headingFont = font,
    width = 900,
    size = 20,
    ink = '#222',
    paper = '#fff',
    transform = 'none',
    table = paper,
    nameWeight = 400,
  } = style;
  return `<!doctype html><meta charset="utf-8"><style>
    * { box-sizing: border-box; margin: 0; }
    body { background: ${table}; ${transform === 'none' ? '' : 'padding: 90px;'} width: max-content; perspective: 1600px; }
    main { width: ${width}px; padding: 48px; background: ${paper}; color: ${ink}; font: ${size}px/1.35 '${font}'; transform: ${transform};
      ${style.centred ? 'text-align: center;' : ''} }
    h1 { font: 600 ${size * 2}px/1.2 '${headingFont}'; margin-bottom: ${size}px; text-align: center; }
    .columns { columns: ${columns}; column-gap: 56px; }
    section { margin-bottom: ${size * 1.3}px; }
    h2 { font: 600 ${size * 1.4}px/1.3 '${headingFont}'; margin-bottom: ${size * 0.4}px; break-after: avoid;
      ${style.capitalHeadings ? 'text-transform: uppercase; letter-spacing: 2px;' : ''} ${style.ruled ? 'border-bottom: 2px solid;' : ''} }
    .item { break-inside: avoid; margin-bottom: ${size * 0.45}px; }
    .line { display: flex; align-items: flex-end; ${style.centred && style.price !== 'right' ? 'justify-content: center;' : ''} }
    .name { font-weight: ${nameWeight}; } .marks { font-size: 0.75em; margin-left: 8px; }
    .fill { flex: 1; overflow: hidden; white-space: nowrap; margin: 0 8px; min-width: 24px; }
    .behind { margin-left: 12px; } .price { white-space: nowrap; }
    .size { width: ${size * 4.2}px; text-align: right; flex: none; }
    .description { font-size: 0.78em; opacity: 0.85; } footer { font-size: 0.7em; text-align: center; margin-top: ${size}px; }
  </style><body><main><h1>${menu.title}</h1><div class="columns">${menu.categories
    .map((category) => writeCategory(category, style))
    .join('')}</div><footer>${menu.notes.map((note) => `<p>${note}</p>`).join('')}</footer></main></body>`;
}

function writeCategory(category: DrawnCategory, style: PageStyle): string {
  const sizes = category.sizes
    ? `<div class="line"><span class="fill"></span>${category.sizes.map((name) => `<span class="size">${name}</span>`).join('')}</div>`
    : '';
  return `<section><h2>${category.name}</h2>${sizes}${category.items.map((one) => writeItem(one, style)).join('')}</section>`;
}

function writeItem(one: DrawnItem, { leader, price = 'right', money = pounds }: PageStyle): string {
  const marks = one.marks ? `<span class="marks">${one.marks}</span>` : '';
  const fill = `<span class="fill">${leader ? ' .'.repeat(200) : ''}</span>`;
  const prices =
    one.prices.length > 1
      ? one.prices.map((minor) => `<span class="size">${money(minor)}</span>`).join('')
      : `<span class="price ${price}">${money(one.prices[0]!)}</span>`;
  const description = one.description ? `<p class="description">${one.description}</p>` : '';
  const name = `<span class="name">${one.name}${marks}</span>`;
  if (price === 'below') return `<div class="item"><p>${name}</p>${description}<p>${prices}</p></div>`;
  return `<div class="item"><div class="line">${name}${price === 'right' ? fill : ''}${prices}</div>${description}</div>`;
}
