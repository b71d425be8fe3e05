import { readFileSync } from 'node:fs';
import type { ExpectedMenu } from './compare.ts';
import { row } from './item-templates.ts';
import { written, type WrittenMenu } from './written-menus.ts';

const base = `.i{margin-bottom:9px;break-inside:avoid}.l{display:flex;align-items:baseline}.f{flex:1;min-width:18px;overflow:hidden;white-space:nowrap;margin:0 6px}
  .n{font-weight:inherit}.d{font-size:.78em;opacity:.85}h1{text-align:center;font-size:2em}h2{font-size:1.35em;margin:18px 0 8px;break-after:avoid}.p{white-space:nowrap}
  footer,header{font-size:.72em;text-align:center}section{margin-bottom:14px}.l .f~.p{min-width:92px;text-align:right}`;

/** The menus of written-menus.txt: `= title`, `# heading`, `@ sizes`, `name | price[/price…] | description`, `! note`. */
export function writeMenus(): (WrittenMenu & { html: string; expected: ExpectedMenu })[] {
  const texts = new Map(
    readFileSync(new URL('written-menus.txt', import.meta.url), 'utf8')
      .split(/^% /m)
      .slice(1)
      .map((part): [string, string] => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trim()]),
  );
  return written.map((menu) => ({ ...menu, ...writeHtml(menu, texts.get(menu.name)!) }));
}

/** The items and categories of the text, and the page as HTML. */
function writeHtml(menu: WrittenMenu, text: string): { html: string; expected: ExpectedMenu } {
  const expected: ExpectedMenu = { categories: [] };
  const exponent = 100;
  let sizes: string[] | null = null;
  let number = 0;
  let title = '';
  let sections = '';
  let notes = '';
  const close = () => (sections ? '</section>' : '');
  for (const line of text.split('\n')) {
    const [mark, rest] = [line.charAt(0), line.slice(2)];
    if (mark === '=') title = rest;
    else if (mark === '!') notes += `<p>${rest}</p>`;
    else if (mark === '#') {
      sections += `${close()}<section><h2>${rest}</h2>`;
      sizes = null;
      expected.categories.push({ name: rest, items: [] });
    } else if (mark === '@') {
      sizes = rest.split(' | ');
      if (menu.item === row)
        sections += `<div class="l sizes"><span class=f></span>${sizes.map((size) => `<span class=p>${size}</span>`).join('')}</div>`;
    } else {
      const [name, price, description = ''] = line.split(' | ') as [string, string, string?];
      const prices = price.split('/').map((one) => Math.round(Number(one.replace(',', '.')) * exponent));
      number++;
      sections += menu.item({ name, prices, description, number }, menu.money);
      expected.categories.at(-1)!.items.push({
        name,
        description,
        price_amount: prices[0]!,
        ...(sizes && prices.length > 1
          ? { variants: sizes.map((size, index) => ({ name: size, price_amount: prices[index]! })) }
          : {}),
      });
    }
  }
  return {
    html: `<!doctype html><meta charset="utf-8"><style>*{box-sizing:border-box;margin:0}body{width:max-content;background:#fff}main{padding:46px;background:#fff;color:#222}${base}${menu.css}</style>
      <body><main><h1>${title}</h1><div class=b>${sections}${close()}</div><footer>${notes}</footer></main></body>`,
    expected,
  };
}
