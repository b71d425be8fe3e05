import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MENU_UPLOADS, type MenuUpload, type SentMenu } from '../../../contract/menu/upload-calls.ts';
import type { Notification } from '../../../contract/notifications/calls.ts';
import { requestData, callApi } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { createBus } from '../../platform/bus.ts';
import { newId } from '../../platform/ids.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { pageKey } from './page-key.ts';
import { failLostUploads } from './old-uploads.ts';
import { deleteOldOf } from '../../../tests/support/delete-old.ts';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
});
afterAll(() => app.close());

const lines = ['Tomato Soup', 'Garlic Bread', 'Prawn Cocktail'];

const photograph = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="400"><rect width="100%" height="100%" fill="#fff"/>${lines
        .map(
          (name, index) =>
            `<g font-size="32" font-family="sans-serif"><text x="60" y="${100 + index * 80}">${name}</text><text x="800" y="${100 + index * 80}">£${index + 4}.50</text></g>`,
        )
        .join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer();

async function send(
  files: (Uint8Array | string)[],
  token = owner.token,
): Promise<{ upload_id: string; menu_book_id: string }> {
  const form = new FormData();
  for (const file of files) form.append('files', new Blob([file as BlobPart]), 'menu.png');
  const response = await app.fetch(
    new Request('https://galley.test/backend/menu/books/upload/image', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    }),
  );
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { upload_id: string; menu_book_id: string } }).data;
}

const read = (id: string, token = owner.token) =>
  requestData<MenuUpload>(app.fetch, 'GET', `/menu/uploads/${id}`, { token });

test('reads an uploaded picture to a draft and publishes nothing', async () => {
  const { upload_id, menu_book_id } = await send([await photograph()]);
  expect(await read(upload_id)).toMatchObject({ status: 'uploaded', menu_book_id, categories: [] });
  await app.jobs.drain();
  const done = await read(upload_id);
  expect(done).toMatchObject({ status: 'needs_review', error: null, pages_done: 1, pages_count: 1 });
  const items = done.categories.flatMap((category) => category.items);
  expect(items.map(({ name, price_amount }) => [name, price_amount])).toEqual([
    ['Tomato Soup', 450],
    ['Garlic Bread', 550],
    ['Prawn Cocktail', 650],
  ]);
  const page = await requestData<{ data_url: string }>(app.fetch, 'GET', `/menu/uploads/${upload_id}/pages/0`, {
    token: owner.token,
  });
  const jpeg = Buffer.from(page.data_url.replace('data:image/jpeg;base64,', ''), 'base64');
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: done.pages[0]!.width });
  const book = await requestData<{ status: string; source: string; categories: unknown[] }>(
    app.fetch,
    'GET',
    `/menu/books/${menu_book_id}`,
    { token: owner.token },
  );
  expect(book).toMatchObject({ status: 'draft', source: 'upload', categories: [] });
  const { rows } = await app.pools.owner.query('SELECT count(*)::int AS n FROM menu_upload_files');
  expect(rows[0].n).toBe(0);
});

test('says why a file cannot be read', async () => {
  const { upload_id } = await send(['<html>not a picture</html>']);
  await app.jobs.drain();
  expect(await read(upload_id)).toMatchObject({ status: 'failed', error: 'file_type_unsupported' });
});

test('keeps uploads and their pictures from other restaurants', async () => {
  const { upload_id } = await send(['x']);
  const other = await signUp(app, { restaurantName: 'Next Door' });
  for (const path of [`/menu/uploads/${upload_id}`, `/menu/uploads/${upload_id}/pages/0`]) {
    const { status } = await callApi(app.fetch, 'GET', path, { token: other.token });
    expect(status).toBe(404);
  }
});

test('lists menus that are being read or wait for their review', async () => {
  const list = (token = owner.token) => requestData<SentMenu[]>(app.fetch, 'GET', '/menu/uploads', { token });
  const before = (await list()).map(({ id }) => id);
  const { upload_id: readable } = await send([await photograph()]);
  app.clock.pass(1000);
  const { upload_id: broken } = await send(['no picture']);
  const added = async () => (await list()).filter(({ id }) => !before.includes(id));
  expect((await added()).map(({ id, status }) => [id, status])).toEqual([
    [broken, 'uploaded'],
    [readable, 'uploaded'],
  ]);
  await app.jobs.drain();
  const { created_at } = await read(readable);
  expect(await added()).toEqual([{ id: readable, status: 'needs_review', pages_done: 1, pages_count: 1, created_at }]);
  const other = await signUp(app, { restaurantName: 'Over the Road' });
  expect(await list(other.token)).toEqual([]);
  await settle(readable, 'discarded');
  expect(await added()).toEqual([]);
});

test('refuses too many files and empty ones before it stores them', async () => {
  const ask = (files: string[]) =>
    callApi(app.fetch, 'POST', '/menu/books/upload/image', { token: owner.token, body: { files } });
  expect(await ask(Array.from({ length: 13 }, () => 'JVBERi0='))).toMatchObject({ status: 422 });
  expect(await ask(['===='])).toMatchObject({
    status: 422,
    error: { field_errors: { 'files.0': 'The file is empty' } },
  });
});

const noticesOf = async (id: string) =>
  (
    await requestData<Notification[]>(app.fetch, 'GET', '/dashboard/notifications/restaurant', { token: owner.token })
  ).filter(({ type, url }) => type === 'menu_upload_ready' && url!.endsWith(id));
const settle = (id: string, outcome: string, token = owner.token) =>
  callApi(app.fetch, 'POST', `/menu/uploads/${id}/settle`, { token, body: { outcome } });
const deleteOld = (now: Date) => deleteOldOf('menu', app, now);
const bookExists = async (id: string) =>
  (await callApi(app.fetch, 'GET', `/menu/books/${id}`, { token: owner.token })).status === 200;
const later = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);

test('tells the owner that a menu was read until they have seen it', async () => {
  const { upload_id } = await send([await photograph()]);
  await app.jobs.drain();
  const [notice] = await noticesOf(upload_id);
  expect(notice).toMatchObject({
    title: 'Your menu has been read',
    body: '3 dishes were found. Check them and add them to your menu.',
    url: `/restaurant/menu/upload?upload=${upload_id}`,
    severity: 'success',
    read_at: null,
  });
  expect(await settle(upload_id, 'seen')).toMatchObject({ status: 200 });
  expect((await noticesOf(upload_id))[0]!.read_at).not.toBeNull();
});

test('tells the owner why a menu could not be read', async () => {
  const { upload_id } = await send(['no picture']);
  await app.jobs.drain();
  expect((await noticesOf(upload_id))[0]).toMatchObject({
    title: 'Your menu could not be read',
    body: 'A file is not a picture or a PDF.',
    severity: 'warning',
  });
});

test('deletes pictures and the empty draft menu of a discarded upload', async () => {
  const { upload_id, menu_book_id } = await send([await photograph()]);
  await app.jobs.drain();
  const key = pageKey(owner.restaurant.id, upload_id, 0);
  expect(await openFiles(app.env).get(key)).not.toBeNull();
  await settle(upload_id, 'discarded');
  await app.jobs.drain();
  expect(await openFiles(app.env).get(key)).toBeNull();
  expect(await read(upload_id)).toMatchObject({ status: 'closed', categories: [] });
  expect(await bookExists(menu_book_id)).toBe(false);
});

test('deletes nothing of a menu that an upload was read into', async () => {
  const book = await requestData<{ id: string }>(app.fetch, 'POST', '/menu/books', {
    token: owner.token,
    body: { name: 'Dinner' },
  });
  const upload = await requestData<{ upload_id: string }>(app.fetch, 'POST', '/menu/books/upload/image', {
    token: owner.token,
    body: { menu_book_id: book.id, files: ['JVBERi0='] },
  });
  await settle(upload.upload_id, 'discarded');
  await deleteOld(later(20));
  expect(await bookExists(book.id)).toBe(true);
  await app.jobs.drain();
});

test('deletes abandoned uploads after two weeks, with their drafts and pictures', async () => {
  const { upload_id, menu_book_id } = await send([await photograph()]);
  const named = await send([await photograph()]);
  await app.jobs.drain();
  await callApi(app.fetch, 'PUT', `/menu/books/${named.menu_book_id}`, {
    token: owner.token,
    body: { name: 'My new menu' },
  });
  await deleteOld(later(13));
  expect(await bookExists(menu_book_id)).toBe(true);
  await deleteOld(later(15));
  expect(await bookExists(menu_book_id)).toBe(false);
  expect(await bookExists(named.menu_book_id)).toBe(true);
  expect(await openFiles(app.env).get(pageKey(owner.restaurant.id, upload_id, 0))).toBeNull();
  const { status } = await callApi(app.fetch, 'GET', `/menu/uploads/${upload_id}`, { token: owner.token });
  expect(status).toBe(404);
});

test('fails an upload whose job was lost, with a notification', async () => {
  const { upload_id } = await send(['lost']);
  await failLostUploads({ ...app, bus: createBus(), enqueue: app.jobs.enqueue }, later(1));
  expect(await read(upload_id)).toMatchObject({ status: 'failed', error: 'reading_failed' });
  expect((await noticesOf(upload_id))[0]).toMatchObject({ body: 'Something went wrong on our side.' });
  await app.jobs.drain();
});

test('gives a file up that ended the reader three times', async () => {
  const { upload_id } = await send(['deadly']);
  await app.pools.owner.query('UPDATE menu_uploads SET attempts = 3 WHERE id = $1', [upload_id]);
  await app.jobs.drain();
  expect(await read(upload_id)).toMatchObject({ status: 'failed', error: 'reading_failed' });
});

test('reads on after a job was killed half-way', async () => {
  const { upload_id } = await send(['killed']);
  await app.pools.owner.query(`UPDATE menu_uploads SET attempts = 1, status = 'reading' WHERE id = $1`, [upload_id]);
  await app.jobs.drain();
  expect(await read(upload_id)).toMatchObject({ status: 'failed', error: 'file_type_unsupported' });
});

test('limits the uploads of a restaurant', async () => {
  const other = await signUp(app, { restaurantName: 'Busy Bee' });
  const ask = () =>
    callApi(app.fetch, 'POST', '/menu/books/upload/image', { token: other.token, body: { files: ['JVBERi0='] } });
  for (let i = 0; i < MENU_UPLOADS.unread; i++) expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject({ status: 429, error: { code: 'too_many' } });
  await app.pools.owner.query(`UPDATE menu_uploads SET status = 'closed' WHERE restaurant_id = $1`, [
    other.restaurant.id,
  ]);
  expect((await ask()).status).toBe(200);
  await app.jobs.drain();
});

describe('pages that a device sends before their upload', () => {
  const sendPage = (id: string, bytes: Uint8Array | string, token = owner.token) =>
    callApi(app.fetch, 'PUT', `/menu/uploads/files/${id}`, {
      token,
      body: { file: [Buffer.from(bytes as string).toString('base64')] },
    });
  const queue = (body: object, token = owner.token) =>
    callApi<{ upload_id: string; menu_book_id: string }>(app.fetch, 'POST', '/menu/uploads', { token, body });
  const countSent = async () =>
    Number((await app.pools.owner.query('SELECT count(*) AS n FROM menu_sent_files')).rows[0].n);

  test('are read in the order of the upload, once', async () => {
    const [first, second, id] = [newId(), newId(), newId()];
    // Their order at the server is another one.
    await sendPage(second, 'the second page');
    await sendPage(first, 'the first page');
    const { data } = await queue({ upload_id: id, file_ids: [first, second] });
    expect(data).toEqual({ upload_id: id, menu_book_id: id });
    const { rows } = await app.pools.owner.query(
      'SELECT bytes FROM menu_upload_files WHERE upload_id = $1 ORDER BY position',
      [id],
    );
    expect(rows.map(({ bytes }) => String(bytes))).toEqual(['the first page', 'the second page']);
    expect(await countSent()).toBe(0);
    // The answer was lost: the device asks again, under another key after a failed change.
    const again = await queue({ upload_id: id, file_ids: [first, second] });
    expect(again).toMatchObject({ status: 200, data: { upload_id: id, menu_book_id: id } });
    const count = await app.pools.owner.query('SELECT count(*)::int AS n FROM menu_uploads WHERE id = $1', [id]);
    expect(count.rows[0].n).toBe(1);
    await app.jobs.drain();
    expect(await read(id)).toMatchObject({ status: 'failed', error: 'file_type_unsupported' });
  });

  test('become a draft like pages that were sent at once', async () => {
    const [page, id] = [newId(), newId()];
    await sendPage(page, await photograph());
    await queue({ upload_id: id, file_ids: [page] });
    await app.jobs.drain();
    const done = await read(id);
    expect(done).toMatchObject({ status: 'needs_review', pages_done: 1 });
    expect(done.categories.flatMap(({ items }) => items).map(({ name }) => name)).toEqual(lines);
    await settle(id, 'discarded');
    expect(await bookExists(id)).toBe(false);
  });

  test('may be sent again, but not replaced', async () => {
    const page = newId();
    expect((await sendPage(page, 'a page')).status).toBe(200);
    expect((await sendPage(page, 'a page')).status).toBe(200);
    expect((await sendPage(page, 'another page')).error?.code).toBe('id_taken');
    expect((await sendPage(newId(), '')).status).toBe(422);
  });

  test('are of one restaurant, and the upload waits for all of them', async () => {
    const [mine, theirs] = [newId(), newId()];
    const other = await signUp(app, { restaurantName: 'Over the Road' });
    await sendPage(mine, 'mine');
    await sendPage(theirs, 'theirs', other.token);
    const refused = await queue({ upload_id: newId(), file_ids: [mine, theirs] });
    expect(refused.error?.code).toBe('file_missing');
    // Nothing of it was taken.
    const id = newId();
    expect((await queue({ upload_id: id, file_ids: [mine] })).status).toBe(200);
    await app.jobs.drain();
  });

  test('are bounded, and deleted when no upload names them', async () => {
    const other = await signUp(app, { restaurantName: 'Full Shelf' });
    await app.pools.owner.query(
      `INSERT INTO menu_sent_files (restaurant_id, id, bytes, hash, created_at)
       SELECT $1, gen_random_uuid(), 'x', '', $2 FROM generate_series(1, $3)`,
      [other.restaurant.id, app.clock.now(), MENU_UPLOADS.sentFiles],
    );
    const [first, second] = [newId(), newId()];
    app.clock.pass(1000);
    for (const id of [first, second]) expect((await sendPage(id, 'one more', other.token)).status).toBe(200);
    const kept = await app.pools.owner.query('SELECT id FROM menu_sent_files WHERE restaurant_id = $1', [
      other.restaurant.id,
    ]);
    expect(kept.rows).toHaveLength(MENU_UPLOADS.sentFiles);
    expect(kept.rows.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]));
    await deleteOld(later(1));
    expect(await countSent()).toBeGreaterThanOrEqual(MENU_UPLOADS.sentFiles);
    await deleteOld(later(3));
    expect(await countSent()).toBe(0);
  });

  test('are refused for good, and do not stop the queue, when there were enough uploads that day', async () => {
    const other = await signUp(app, { restaurantName: 'Every Hour' });
    await app.pools.owner.query(
      `INSERT INTO menu_uploads (restaurant_id, id, menu_book_id, status, pages, categories, created_at)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), 'closed', '[]', '[]', $2 FROM generate_series(1, $3)`,
      [other.restaurant.id, app.clock.now(), MENU_UPLOADS.perDay],
    );
    const page = newId();
    await sendPage(page, 'a page', other.token);
    const refused = await queue({ upload_id: newId(), file_ids: [page] }, other.token);
    // 429 and 503 would be tried again, before everything else that the device has to send.
    expect(refused).toMatchObject({ status: 422, error: { code: 'invalid_fields' } });
    app.clock.pass(25 * 3_600_000);
    expect((await queue({ upload_id: newId(), file_ids: [page] }, other.token)).status).toBe(200);
    await app.jobs.drain();
  });
});
