import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CERTAIN } from '../../server/menu-reader/menu.ts';
import { exponentOf } from '../../server/platform/currency.ts';
import { readMenu, type ReadMenu } from '../../server/menu-reader/read-menu.ts';
import { compareMenus, type FoundItem } from './compare.ts';
import { drawMenus } from './draw.ts';
import { readExpected } from './expected.ts';

// npm run bench:ocr [-- FOLDER]
// Reads the menus of a folder (one folder each: menu.png, menu.jpg or menu.pdf beside expected.json) and tells what was found, missed and
// invented. Without a folder it draws its own. KEEP=FOLDER keeps the drawn ones, ONLY=NAME reads one of them.

const names = ['menu.png', 'menu.jpg', 'menu.jpeg', 'menu.webp', 'menu.pdf'];
const given = process.argv[2] ? resolve(process.argv[2]) : undefined;
const kept = process.env['KEEP'];
const folder = given ?? kept ?? (await mkdtemp(join(tmpdir(), 'galley-menus-')));
if (!given) await drawMenus(folder);

const total = { names: [0, 0], prices: [0, 0], invented: 0, certain: 0 };
const only = process.env['ONLY'];
for (const name of (await readdir(folder)).sort()) {
  const file = names.map((one) => join(folder, name, one)).find(existsSync);
  if (!file || !existsSync(join(folder, name, 'expected.json')) || (only && name !== only)) continue;
  const expected = readExpected(await readFile(join(folder, name, 'expected.json'), 'utf8'));
  const startedAt = performance.now();
  const menu = await readMenu(await readFile(file), {
    clock: { now: () => Date.now() },
    ...(expected.currency ? { exponent: exponentOf(expected.currency) } : {}),
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (menu.status === 'refused') console.log(`${name}: refused, ${menu.code}`);
  const compared = compareMenus(expected, menu.status === 'refused' ? [] : listItems(menu));
  const certain = compared.invented.filter(({ isCertain }) => isCertain);
  console.log(
    `${name.padEnd(22)} names ${compared.names.found}/${compared.names.all}, prices ${compared.prices.found}/${compared.prices.all}, ` +
      `invented ${compared.invented.length} (${certain.length} certain), ${seconds} s`,
  );
  for (const missed of compared.names.missed) console.log(`    name   ${missed}`);
  for (const missed of compared.prices.missed) console.log(`    price  ${missed}`);
  for (const one of compared.invented)
    console.log(`    extra  ${one.name} ${one.price_amount}${one.isCertain ? ' CERTAIN' : ''}`);
  if (process.env['SHOW'] && menu.status === 'read') console.log(JSON.stringify(menu.categories, null, 1));
  total.names[0]! += compared.names.found;
  total.names[1]! += compared.names.all;
  total.prices[0]! += compared.prices.found;
  total.prices[1]! += compared.prices.all;
  total.invented += compared.invented.length;
  total.certain += certain.length;
}
if (!given && !kept) await rm(folder, { recursive: true });
console.log(`of the invented ones, ${total.certain} count as certain`);
console.log(`names ${total.names.join('/')}, prices ${total.prices.join('/')}, invented ${total.invented}`);

function listItems(menu: Extract<ReadMenu, { status: 'read' }>): FoundItem[] {
  return menu.categories.flatMap(({ items }) =>
    items.map(({ name, price_amount, variants, confidence }) => ({
      name,
      price_amount,
      variants,
      isCertain: confidence >= CERTAIN,
    })),
  );
}
