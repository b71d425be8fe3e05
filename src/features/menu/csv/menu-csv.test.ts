import { expect, test } from 'vitest';
import type { MenuBook, MenuCategory, MenuItem } from '../../../../contract/menu/calls.ts';
import { itemFields } from '../../../../contract/menu/item-fields.ts';
import { allergens } from '../../../../contract/menu/parts.ts';
import type { ModifierGroup } from '../../../../contract/menu/modifiers.ts';
import { newGroup } from '../../../../contract/menu/new-groups.ts';
import { edited, newBook, newCategory, newItem } from '../../../../contract/menu/new-rows.ts';
import { csvFields } from './fields.ts';
import { menuCsv, type MenuRows } from './menu-csv.ts';
import { planImport, type MenuChange } from './plan-import.ts';
import { readMenuCsv } from './read-menu-csv.ts';

let made = 0;
const newId = () => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
const birth = () => ({ id: newId(), at: '2026-11-20T18:00:00.000Z', actor: null, version: 1 });
const nothing: MenuRows = { books: [], categories: [], items: [], groups: [] };

const rowsOf = (text: string, encode = (one: string) => new TextEncoder().encode(one)) => {
  const read = readMenuCsv(encode(text));
  if ('fault' in read) throw new Error(read.fault);
  return read.rows;
};
const plan = (text: string, present: MenuRows) =>
  planImport(rowsOf(text), present, { currency: 'GBP', tax_mode: 'inclusive' }, newId);

/** What the server and the device make of the changes. */
function apply(changes: MenuChange[], to: MenuRows): MenuRows {
  const next = structuredClone(to);
  for (const { action, ids, body } of changes) {
    const b = body as never;
    const values = { ...birth(), id: ids.id };
    const place = { bookId: ids.bookId, categoryId: ids.categoryId, currency: 'GBP' };
    if (action === 'createGroup') next.groups.push(newGroup(b, values));
    else if (action === 'createBook') next.books.push(newBook(b, values, 'GBP'));
    else if (action === 'createCategory') next.categories.push(newCategory(b, values, ids.bookId));
    else if (action === 'createItem') next.items.push(newItem(b, values, place));
    else {
      const list = {
        editGroup: next.groups,
        editBook: next.books,
        editCategory: next.categories,
        editItem: next.items,
      }[action] as { id: string }[];
      const at = list.findIndex(({ id }) => id === ids.id);
      const { expected_price_amount: _, ...fields } = body;
      list[at] = edited(list[at] as MenuItem, fields, values.at);
    }
  }
  return next;
}

const hostile = [
  '=1+1',
  '+44',
  '-',
  '@x',
  "'quoted'",
  '"',
  'a,b;c\td',
  'zwei\nZeilen',
  ' | ',
  'Crème brûlée ₦',
  '＝',
  "'=",
  '12.5',
];

/** A menu of hostile texts, another one for each seed. */
function makeMenu(seed: number): MenuRows {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  // The contract trims names.
  const word = () => `${hostile[next(hostile.length)]}${hostile[next(hostile.length)]}x`.trim();
  const some = <T>(list: readonly T[]) => list.filter(() => next(3) === 0);
  const windows = () =>
    next(2) === 0
      ? []
      : [
          {
            id: newId(),
            validity: 'weekly' as const,
            weekdays: [1, 5] as never[],
            start_time: '09:00',
            end_time: '17:30',
            start_date: null,
            end_date: null,
          },
        ];
  const groups: ModifierGroup[] = [];
  for (let i = 0; i < 1 + next(3); i++)
    groups.push(
      newGroup(
        {
          name: word(),
          selection_type: 'multiple',
          max_selected: next(2) ? 3 : null,
          free_count: next(2),
          sort_order: i + 0.5,
          modifiers: Array.from({ length: next(3) }, () => ({
            id: newId(),
            name: word(),
            price_amount: next(500),
            max_quantity: next(2) ? 2 : null,
            allergens: some(allergens),
            nested_group_ids: groups.slice(0, 1).map(({ id }) => id),
          })),
        },
        birth(),
      ),
    );
  const books: MenuBook[] = [];
  const categories: MenuCategory[] = [];
  const items: MenuItem[] = [];
  for (let b = 0; b < 1 + next(2); b++) {
    const book = newBook(
      {
        name: word(),
        description: word(),
        status: 'published',
        tax_mode: 'exclusive',
        channels: some(['website', 'phone'] as const),
        sort_order: b,
        availability_windows: windows(),
      },
      birth(),
      'GBP',
    );
    books.push(book);
    for (let c = 0; c < 1 + next(3); c++) {
      const category = newCategory(
        {
          name: word(),
          description: word(),
          tax_rate_bp: next(2) ? 1250 : null,
          sort_order: c,
          availability_windows: windows(),
        },
        birth(),
        book.id,
      );
      categories.push(category);
      for (let i = 0; i < next(4); i++)
        items.push(
          newItem(
            {
              name: word(),
              description: word(),
              kitchen_name: next(2) ? word() : null,
              price_amount: next(5000),
              allergens: some(allergens),
              may_contain: some(allergens),
              allergens_confirmed_at: next(2) ? '2026-11-01T10:00:00.000Z' : null,
              dietary: some(['vegan', 'halal'] as const),
              spice_level: next(2) ? 2 : null,
              tax_rate_bp: next(2) ? 500 : null,
              is_tax_inclusive: [true, false, null][next(3)]!,
              prep_minutes: next(2) ? 12 : null,
              kitchen_station: next(2) ? 'Grill' : null,
              sort_order: i + 0.25,
              modifier_groups: some(groups).map(({ id }) => ({ id })),
              availability_windows: windows(),
              pricing_type: next(3) ? 'fixed' : 'open',
              sku: next(2) ? word() : null,
              is_alcoholic: next(2) === 0,
              min_age: next(2) ? 18 : null,
              order_types: some(['pickup', 'dine_in'] as const),
              min_quantity: 1 + next(3),
              max_quantity: next(2) ? 10 + next(9) : null,
              compare_at_amount: next(2) ? next(9000) : null,
              calories: next(2) ? next(1500) : null,
              is_featured: next(2) === 0,
              variants: Array.from({ length: next(3) }, (_, at) => ({
                id: newId(),
                name: word(),
                price_amount: next(3000),
                sku: next(2) ? word() : null,
                is_default: at === 0,
              })),
            },
            birth(),
            { bookId: book.id, categoryId: category.id, currency: 'GBP' },
          ),
        );
    }
  }
  return { books, categories, items, groups };
}

/** The file without its ids: an import into an empty restaurant makes new ones. */
const withoutIds = (rows: MenuRows) => menuCsv(rows, 'GBP').replace(/0{8}-0{4}-4000-8000-\d{12}/g, 'id');

test('has a column for every field of an item but its pictures', () => {
  const columns = csvFields.item.map(({ key }) => key);
  const missing = Object.keys(itemFields).filter((field) => !columns.includes(field));
  // Variants have rows of their own. A picture is a file, which no other restaurant has.
  expect(missing).toEqual(['image_url', 'images', 'variants']);
});

test('changes nothing when its own export is imported', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const menu = makeMenu(seed);
    const { rows, changes } = plan(menuCsv(menu, 'GBP'), menu);
    expect(rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([]);
    expect(changes).toEqual([]);
  }
});

test('makes the same menu in an empty restaurant', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const menu = makeMenu(seed);
    const { rows, changes } = plan(menuCsv(menu, 'GBP'), nothing);
    expect(rows.filter(({ kind }) => kind !== 'new')).toEqual([]);
    expect(withoutIds(apply(changes, nothing)).split('\r\n').sort()).toEqual(withoutIds(menu).split('\r\n').sort());
  }
});

test('imports a plain list of dishes and finds them again by their names', () => {
  const text = 'Category;Name;Price\nStarters;Soup;4,50\nMains;Pie;12\n';
  const { rows, implied, changes } = plan(text, nothing);
  expect(rows.map(({ kind }) => kind)).toEqual(['new', 'new']);
  expect(implied.map(({ type, name }) => [type, name])).toEqual([
    ['menu', 'Menu'],
    ['category', 'Starters'],
    ['category', 'Mains'],
  ]);
  const menu = apply(changes, nothing);
  expect(menu.books.map(({ name }) => name)).toEqual(['Menu']);
  expect(menu.categories.map(({ name }) => name)).toEqual(['Starters', 'Mains']);
  expect(menu.items.map(({ name, price_amount }) => [name, price_amount])).toEqual([
    ['Soup', 450],
    ['Pie', 1200],
  ]);
  const again = plan(text.replace('4,50', '4,75').replace('Pie', ' PIE '), menu);
  expect(again.rows.map(({ kind, texts }) => [kind, texts])).toEqual([
    ['changed', ['Price 4.50 → 4.75']],
    ['changed', ['Name “Pie” → “PIE”']],
  ]);
  expect(again.changes[0]).toMatchObject({
    action: 'editItem',
    body: { price_amount: 475, expected_price_amount: 450 },
  });
});

test('says what is wrong with a row and leaves it out', () => {
  const text = [
    'type,name,price,allergens,category,parent',
    'item,,4,,Mains,',
    'item,Pie,four,,Mains,',
    'item,Stew,4,asbestos,Mains,',
    'soup,Soup,4,,Mains,',
    'variant,Large,4,,Mains,Nobody',
    `item,${'x'.repeat(200)},4,,Mains,`,
    'item,Tart,5,,Mains,',
  ].join('\n');
  const { rows, changes } = plan(text, nothing);
  expect(rows.map(({ line, kind, texts }) => [line, kind, texts[0]])).toEqual([
    [2, 'error', 'The name is missing'],
    [3, 'error', 'Price: “four” cannot be read'],
    [4, 'error', expect.stringMatching(/^Allergens: use celery, .* or \w+$/)],
    [5, 'error', '“soup” is no type. Use menu, category, item, variant, group or modifier'],
    [6, 'error', 'Its dish is not in the file or on the menu'],
    [7, 'error', expect.stringMatching(/^Name: use at most \d+ characters$/)],
    [8, 'new', undefined],
  ]);
  expect(changes.filter(({ action }) => action === 'createItem').map(({ body }) => body['name'])).toEqual(['Tart']);
});

const hasSizes = ({ variants = [] }: MenuItem) => variants.length > 1;

test('changes one size and keeps the others with their ids', () => {
  const menu = Array.from({ length: 20 }, (_, seed) => makeMenu(seed)).find((one) => one.items.some(hasSizes))!;
  const item = menu.items.find(hasSizes)!;
  const [first, second] = item.variants!;
  const { changes } = plan(`type,id,parent_id,name,price\nvariant,${first!.id},${item.id},Tiny,1.00`, menu);
  expect(changes).toMatchObject([
    {
      action: 'editItem',
      body: { variants: [{ id: first!.id, name: 'Tiny', price_amount: 100 }, { id: second!.id }] },
    },
  ]);
});

test('a new menu has the usual tax mode where the file names none', () => {
  const usual = { currency: 'GBP', tax_mode: 'exclusive' } as const;
  const empty: MenuRows = { books: [], categories: [], items: [], groups: [] };
  const modesOf = (text: string) =>
    planImport(rowsOf(text), empty, usual, newId).changes.map(({ body }) => body['tax_mode']);
  expect(modesOf('type,name\nmenu,Lunch')).toEqual(['exclusive']);
  expect(modesOf('type,name,tax_mode\nmenu,Lunch,\nmenu,Dinner,inclusive')).toEqual(['exclusive', 'inclusive']);
});

test('reads Windows-1252 and says why a file cannot be read', () => {
  const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const rows = rowsOf('name\tprice\nCrème\t4', latin);
  expect(rows[0]!.cells.get('name')).toBe('Crème');
  expect(readMenuCsv(latin('price\n4'))).toMatchObject({ fault: expect.stringContaining('no column “name”') });
  expect(readMenuCsv(latin('name\n"x'))).toMatchObject({ fault: expect.stringContaining('quote') });
  expect(readMenuCsv(latin('name,price\nDal,4\n"Naan,2\n"Rice",3\n'))).toMatchObject({
    fault: expect.stringContaining('line 3'),
  });
  expect(readMenuCsv(latin(''))).toMatchObject({ fault: 'The file is empty.' });
});

const planIn = (currency: string, text: string, present: MenuRows = nothing) =>
  planImport(rowsOf(text), present, { currency, tax_mode: 'inclusive' }, newId);
const pricesIn = (currency: string, ...prices: string[]) =>
  planIn(currency, `Name;Price\n${prices.map((price, i) => `Dish ${i};${price}`).join('\n')}\n`);

test.each([
  ['VND', ['45.000', '120.000'], [45_000, 120_000]],
  ['EUR', ['6,500', '1.200,00'], [650, 120_000]],
  ['GBP', ['£1,250', '8.5'], [125_000, 850]],
  ['KWD', ['1.250', '12'], [1250, 12_000]],
] as const)('reads prices in %s as the whole file writes them: %j', (currency, prices, amounts) => {
  const { rows, changes } = pricesIn(currency, ...prices);
  expect(rows.flatMap(({ texts, kind }) => (kind === 'error' ? texts : []))).toEqual([]);
  expect(changes.flatMap(({ body }) => body['price_amount'] ?? [])).toEqual(amounts);
});

test('refuses a price that can be read in two ways, by line', () => {
  expect(pricesIn('EUR', '1.200', '8').rows.map(({ line, kind, texts }) => [line, kind, texts[0]])).toEqual([
    [2, 'error', 'Price: “1.200” can be read in two ways. Write it without a sign between thousands, or with decimals'],
    [3, 'new', undefined],
  ]);
});

test('reads its own export in every currency', () => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const book = newBook({ name: 'Menu' }, birth(), currency);
    const category = newCategory({ name: 'Mains' }, birth(), book.id);
    const items = [250_000, 1150, 1_234_567, 5].map((price_amount, i) =>
      newItem({ name: `Dish ${i}`, price_amount, sort_order: i + 0.125 }, birth(), {
        bookId: book.id,
        categoryId: category.id,
        currency,
      }),
    );
    const text = menuCsv({ books: [book], categories: [category], items, groups: [] }, currency);
    const { changes } = planIn(currency, text);
    const made = changes.filter(({ action }) => action === 'createItem').map(({ body }) => body);
    expect([currency, ...made.map(({ price_amount, sort_order }) => [price_amount, sort_order])]).toEqual([
      currency,
      ...items.map(({ price_amount, sort_order }) => [price_amount, sort_order]),
    ]);
  }
});

test.each([
  ['sep=;', 'sep=;\r\nCategory;Name;Price\r\nRice, boiled;Soup;4,50\r\n'],
  ['titles', 'Menu\n\nSpring, all day\nCategory;Name;Price\nRice, boiled;Soup;4,50\n'],
])('finds the headings below %s', (_, text) => {
  const menu = apply(plan(text, nothing).changes, nothing);
  expect(menu.categories.map(({ name }) => name)).toEqual(['Rice, boiled']);
  expect(menu.items.map(({ name, price_amount }) => [name, price_amount])).toEqual([['Soup', 450]]);
});

test('finds dishes and categories whose names look alike', () => {
  const menu = apply(plan('Category,Name,Price\nFish & chips,Crème,4', nothing).changes, nothing);
  const text = 'Category,Name,Price\nFish &amp; chips,Cre\u0300me,4\nFish\u200b & chips,CRÈME\u200b,4';
  const { rows, changes } = plan(text.replace(/\n[^\n]*$/, ''), menu);
  expect([rows.map(({ kind }) => kind), changes]).toEqual([['unchanged'], []]);
  const twice = plan(text, menu);
  expect(twice.changes.filter(({ action }) => action === 'createCategory')).toEqual([]);
});

test('refuses an article number that a spreadsheet has mangled', () => {
  const { rows } = plan(
    'type,name,price,category,parent,sku\nitem,Pie,4,Mains,,\nvariant,Large,4,Mains,Pie,5.23457E+11',
    nothing,
  );
  expect(rows[1]).toMatchObject({ line: 3, kind: 'error', texts: [expect.stringContaining('by a spreadsheet')] });
});

test('a group that wants more than can be chosen is an error, with all that stands in it', () => {
  const { rows, changes } = plan(
    [
      'type,name,parent,selection,min_selected,max_selected',
      'group,Sides,,multiple,3,',
      'group,Bread,,single,2,',
      'group,Sauce,,multiple,2,',
      'modifier,Rice,Sides,,,',
      'modifier,Chips,Sides,,,',
      'modifier,Naan,Bread,,,',
      'modifier,Roti,Bread,,,',
      'modifier,Raita,Sauce,,,',
      'modifier,Chutney,Sauce,,,',
    ].join('\n'),
    nothing,
  );
  expect(rows.map(({ kind, texts }) => (kind === 'error' ? texts[0] : kind))).toEqual([
    'No more than 2 can be chosen',
    'No more than 1 can be chosen',
    'new',
    ...Array.from({ length: 4 }, () => 'Its group has an error'),
    'new',
    'new',
  ]);
  expect(changes.map(({ body }) => body['name'])).toEqual(['Sauce']);
});

test('lists are read as people write them', () => {
  const { changes } = plan(
    [
      'name,price,allergens,may_contain,dietary,sku,calories,description',
      'Pad Thai,9.00,"milk, gluten; Soya / Egg and tree nuts",none,"vegan, gluten free","=""00123""",n/a,-',
      'Dal,8.00,-,"wheat\nshellfish",halal | kosher,\'0045,-,\'t is good',
    ].join('\n'),
    nothing,
  );
  expect(changes.filter(({ action }) => action === 'createItem').map(({ body }) => body)).toMatchObject([
    {
      allergens: ['milk', 'gluten', 'soy', 'eggs', 'tree_nuts'],
      dietary: ['vegan', 'gluten_free'],
      sku: '00123',
      description: '-',
    },
    {
      may_contain: ['gluten', 'crustaceans'],
      dietary: ['halal', 'kosher'],
      sku: '0045',
      description: "'t is good",
    },
  ]);
});
