import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../../contract/account/calls.ts';
import { IMAGE_WIDTHS } from '../../contract/files/images.ts';
import { makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { requestData, callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { imageKey } from './store.ts';
import { deleteOldOf } from '../../tests/support/delete-old.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
});
afterAll(() => app.close());

const DAY = 86_400_000;

const picture = (width: number, colour = '#a33') =>
  sharp({ create: { width, height: Math.round(width * 0.75), channels: 3, background: colour } });
const noise = () =>
  sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: '#a33',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .webp()
    .toBuffer();
const widths = async (colour?: string) =>
  Promise.all(IMAGE_WIDTHS.map((width) => picture(width, colour).webp().toBuffer()));

async function put(files: Uint8Array[], { id = newId(), token = owner.token } = {}) {
  const form = new FormData();
  for (const file of files) form.append('files', new Blob([file as BlobPart]));
  const response = await app.fetch(
    new Request(`https://galley.test/backend/files/${id}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    }),
  );
  const body = (await response.json()) as {
    data?: { image_url: string };
    code?: string;
    field_errors?: Record<string, string>;
  };
  return { id, status: response.status, ...body };
}

const show = async (url: string) => app.fetch(new Request(`https://galley.test/backend${url}`));
const itemPath = () => `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items/${menu.itemIds[0]}`;
const edit = (body: object) => {
  // Of two edits in one millisecond the greater key would win.
  app.clock.pass(1);
  return callApi(app.fetch, 'PUT', itemPath(), { token: owner.token, body });
};

describe('storing an image', () => {
  test('shows each width to anybody, to be kept for ever', async () => {
    const { data } = await put(await widths());
    for (const width of IMAGE_WIDTHS) {
      const response = await show(`${data!.image_url}?width=${width}`);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      });
      expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox/);
      expect(response.headers.get('Set-Cookie')).toBeNull();
      expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(width);
    }
    const usual = await show(data!.image_url);
    expect((await sharp(Buffer.from(await usual.arrayBuffer())).metadata()).width).toBe(800);
  });

  test('again changes nothing; another image under its id is refused', async () => {
    const files = await widths();
    const first = await put(files);
    expect(await put(files, { id: first.id })).toMatchObject({ status: 200, data: first.data });
    expect(await put(await widths('#3a3'), { id: first.id })).toMatchObject({ status: 409, code: 'id_taken' });
  });

  test('finishes an upload that ended between the row and the bytes', async () => {
    const files = await widths();
    const { id } = await put(files);
    await app.pools.owner.query('UPDATE files SET stored_at = NULL WHERE id = $1', [id]);
    const key = imageKey(owner.restaurant.id, id, 800);
    await openFiles(app.env).remove(key);
    expect((await put(files, { id })).status).toBe(200);
    expect(await openFiles(app.env).get(key)).not.toBeNull();
  });

  test('takes JPEG, WebP and AVIF, and removes where it was taken', async () => {
    const [small, middle, large] = IMAGE_WIDTHS;
    const jpeg = await picture(small)
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(jpeg).metadata()).exif).toBeDefined();
    const { data, status } = await put([
      jpeg,
      await picture(middle).webp().toBuffer(),
      await picture(large).avif({ effort: 0 }).toBuffer(),
    ]);
    expect(status).toBe(200);
    const types = [];
    for (const width of IMAGE_WIDTHS) {
      const response = await show(`${data!.image_url}?width=${width}`);
      types.push(response.headers.get('Content-Type'));
      expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).exif).toBeUndefined();
    }
    expect(types).toEqual(['image/jpeg', 'image/webp', 'image/avif']);
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ['a page', () => Buffer.from('<html><script>alert(1)</script>'), 'Not a JPEG, WebP or AVIF image'],
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Not a JPEG, WebP or AVIF image'],
    ['a PNG', () => picture(100).png().toBuffer(), 'Not a JPEG, WebP or AVIF image'],
    [
      'only the first bytes of a JPEG',
      () => Buffer.from('\xff\xd8\xff\xe0 no more', 'latin1'),
      'Not a JPEG, WebP or AVIF image',
    ],
    ['half a WebP', async () => (await noise()).subarray(0, 9000), 'Not a JPEG, WebP or AVIF image'],
    ['an image of 60 megapixels', () => picture(9000).jpeg().toBuffer(), 'Not a JPEG, WebP or AVIF image'],
    ['an image that is too wide', () => picture(400).webp().toBuffer(), 'The image is wider than it should be'],
  ])(
    'refuses %s and stores nothing',
    async (_what, make, message) => {
      const [, middle, large] = await widths();
      const { id, ...refused } = await put([await make(), middle!, large!]);
      expect(refused).toMatchObject({ status: 422, field_errors: { 'files.0': message } });
      expect((await app.pools.owner.query('SELECT 1 FROM files WHERE id = $1', [id])).rowCount).toBe(0);
      expect(await openFiles(app.env).get(imageKey(owner.restaurant.id, id, 800))).toBeNull();
    },
    20_000,
  );

  test('refuses empty and huge files before it decodes any', async () => {
    const [, middle, large] = await widths();
    for (const file of [new Uint8Array(), new Uint8Array(3 * 1024 * 1024 + 1).fill(255)])
      expect((await put([file, middle!, large!])).status).toBe(422);
    expect((await put([middle!])).status).toBe(422);
  });

  test('keeps restaurants apart', async () => {
    const mine = await put(await widths());
    const other = await signUp(app, { restaurantName: 'Next Door' });
    // The id is public. Under their name it is another image.
    const theirs = await put(await widths('#33a'), { id: mine.id, token: other.token });
    expect(theirs.data!.image_url).not.toBe(mine.data!.image_url);
    expect(await edit({ image_url: theirs.data!.image_url })).toMatchObject({
      status: 404,
      error: { code: 'file_missing' },
    });
    expect((await show(`/files/${other.restaurant.id}/${newId()}`)).status).toBe(404);
    expect((await show(`/files/${owner.restaurant.id}/..%2f..%2fsecrets`)).status).toBe(404);
  });
});

describe('an item', () => {
  test('shows its images in the catalog by complete addresses', async () => {
    const [first, second] = [await put(await widths()), await put(await widths('#3a3'))];
    const image_url = first.data!.image_url;
    const images = [second.data!.image_url];
    expect((await edit({ image_url, images })).data).toMatchObject({ image_url, images });
    await requestData(app.fetch, 'PUT', `/menu/books/${menu.bookId}/categories/${menu.categoryId}`, {
      token: owner.token,
      body: { image_url },
    });
    await requestData(app.fetch, 'PUT', `/menu/books/${menu.bookId}`, {
      token: owner.token,
      body: { image_url, status: 'published' },
    });
    const catalog = await requestData<{
      books: { image_url: string; categories: { image_url: string; items: object[] }[] }[];
    }>(app.fetch, 'GET', `/public/restaurants/${owner.restaurant.slug}/menu`);
    const book = catalog.books[0]!;
    const complete = `https://galley.test/backend${image_url}`;
    expect([book.image_url, book.categories[0]!.image_url]).toEqual([complete, complete]);
    expect(book.categories[0]!.items).toContainEqual(
      expect.objectContaining({ image_url: complete, images: [`https://galley.test/backend${images[0]}`] }),
    );
  });

  test('cannot name an image that is not here, or an address elsewhere', async () => {
    const missing = `/files/${owner.restaurant.id}/${newId()}`;
    expect(await edit({ image_url: missing })).toMatchObject({ status: 404, error: { code: 'file_missing' } });
    expect(await edit({ images: [missing] })).toMatchObject({ status: 404, error: { code: 'file_missing' } });
    expect(await edit({ image_url: 'https://elsewhere.test/x.png' })).toMatchObject({ status: 422 });
  });
});

describe('deleting unused images', () => {
  const deleteUnused = () => deleteOldOf('files', app, app.clock.now());

  test('deletes what no row has named for a week, and nothing else', async () => {
    const [named, unnamed] = [await put(await widths()), await put(await widths('#3a3'))];
    await edit({ image_url: named.data!.image_url, images: [] });
    await deleteUnused();
    app.clock.pass(6 * DAY);
    await deleteUnused();
    expect((await show(unnamed.data!.image_url)).status).toBe(200);
    app.clock.pass(2 * DAY);
    await deleteUnused();
    expect((await show(unnamed.data!.image_url)).status).toBe(404);
    expect((await show(named.data!.image_url)).status).toBe(200);
  });

  test('begins again when a row names the image meanwhile', async () => {
    const { data } = await put(await widths());
    await deleteUnused();
    app.clock.pass(6 * DAY);
    await edit({ image_url: data!.image_url });
    await deleteUnused();
    await edit({ image_url: null });
    app.clock.pass(2 * DAY);
    await deleteUnused();
    expect((await show(data!.image_url)).status).toBe(200);
  });
});

test('a restaurant whose files take all the room gets no further picture, and sees why', async () => {
  const room = () => requestData<Storage>(app.fetch, 'GET', '/settings/storage', { token: owner.token });
  const before = await room();
  expect(before.pictures_bytes).toBeGreaterThan(0);
  const large = [newId(), newId(), newId()];
  for (const id of large)
    await app.pools.owner.query(
      'INSERT INTO files (restaurant_id, id, hash, bytes, created_at) VALUES ($1, $2, $3, 2000000000, now())',
      [owner.restaurant.id, id, id],
    );
  expect((await room()).pictures_bytes).toBe(before.pictures_bytes + 6_000_000_000);
  expect(await put(await widths('#345'))).toMatchObject({
    status: 422,
    field_errors: { 'files.0': expect.stringContaining('taken all their room') },
  });
  await app.pools.owner.query('DELETE FROM files WHERE id = ANY($1)', [large]);
  expect((await put(await widths('#345'))).status).toBe(200);
});
