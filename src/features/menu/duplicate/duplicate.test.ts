import { beforeEach, expect, test, vi } from 'vitest';
import { newBook, newCategory, newItem } from '../../../../contract/menu/new-rows.ts';
import { copyName, duplicateBook, duplicateItem } from './duplicate.ts';
import { soon } from '../../../../tests/support/soon.ts';

interface Made {
  call: string;
  path: Record<string, string>;
  body: Record<string, unknown>;
}
const made = vi.hoisted((): Made[] => []);
vi.mock('../../../data/mutate.ts', () => ({
  mutate: ({ call }: { call: { name: string } }, args: Omit<Made, 'call'>) => {
    made.push({ ...args, call: call.name });
    return { key: String(made.length), durable: Promise.resolve() };
  },
}));
beforeEach(() => void made.splice(0));

const birth = (id: string) => ({ id, at: '2026-11-20T19:42:00.000Z', actor: null, version: 1 });
const place = { bookId: 'book', categoryId: 'mains', currency: 'GBP' };
const variants = [{ id: 'small', name: 'Small', price_amount: 500, is_default: true }];
const dosa = newItem(
  { name: 'Dosa', price_amount: 500, variants, modifier_groups: [{ id: 'dips' }] },
  birth('dosa'),
  place,
);
const naan = newItem({ name: 'Naan', price_amount: 300, sort_order: 1 }, birth('naan'), place);
const mains = newCategory({ name: 'Mains', tax_rate_bp: 500 }, birth('mains'), 'book');
const sides = newCategory({ name: 'Sides', sort_order: 1 }, birth('sides'), 'book');
const book = newBook({ name: 'Evening', status: 'published', is_default: true }, birth('book'), 'GBP');

test('names a copy as none of the others is named', () => {
  expect(copyName('Dal', [{ name: 'Dal' }], 160)).toBe('Dal (copy)');
  expect(copyName('Dal', [{ name: 'Dal (copy)' }, { name: 'Dal (copy 2)' }], 160)).toBe('Dal (copy 3)');
  expect(copyName('x'.repeat(160), [], 160)).toHaveLength(160);
});

test('puts a copied dish behind its original, with sizes of its own and the same choices', () => {
  duplicateItem(dosa, [dosa, naan]);
  const [{ call, path, body }] = made as [Made];
  expect([call, path]).toEqual(['menu.createItem', { id: 'book', categoryId: 'mains' }]);
  expect(body).toMatchObject({ name: 'Dosa (copy)', sort_order: 0.5, modifier_groups: [{ id: 'dips' }] });
  expect(body.variants).toMatchObject([{ name: 'Small', price_amount: 500, is_default: true }]);
  expect((body.variants as { id: string }[])[0]!.id).not.toBe('small');
});

test('copies a menu as a draft, each category before its dishes', async () => {
  const { id } = duplicateBook(book, [book], [mains, sides], [dosa, { ...naan, category_id: 'sides' }]);
  await soon(() => expect(made).toHaveLength(5));
  expect(made.map(({ body }) => body.name)).toEqual(['Evening (copy)', 'Mains', 'Dosa', 'Sides', 'Naan']);
  expect(made[0]!.body).toMatchObject({ id, status: 'draft' });
  expect(made[0]!.body).not.toHaveProperty('is_default');
  expect(made[1]).toMatchObject({ path: { id }, body: { tax_rate_bp: 500 } });
  expect(made[2]!.path).toEqual({ id, categoryId: made[1]!.body.id });
  expect(made[4]!.path).toEqual({ id, categoryId: made[3]!.body.id });
});

test('copies show the pictures of their originals', async () => {
  const image = (n: number) => `/files/0198c5a0-7f00-7000-8000-000000000001/0198c5a0-7f00-7000-8000-00000000000${n}`;
  const shown = { ...dosa, image_url: image(2), images: [image(3), 'https://elsewhere.example/dosa.jpg'] };
  duplicateItem(shown, [shown]);
  expect(made[0]!.body).toMatchObject({ image_url: image(2), images: [image(3)] });
  made.length = 0;
  const pictured = { ...book, image_url: image(4) };
  duplicateBook(
    pictured,
    [pictured],
    [{ ...mains, image_url: image(5) }],
    [{ ...dosa, image_url: 'https://elsewhere.example/dosa.jpg' }],
  );
  await soon(() => expect(made).toHaveLength(3));
  expect(made.map(({ body }) => body.image_url)).toEqual([image(4), image(5), null]);
});
