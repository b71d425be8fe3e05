import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { makeServer } from '../../../../tests/support/reference-server.ts';
import { id } from '../../../../tests/support/rows.ts';
import { breaches, openTablet, type Tablet } from '../../../../tests/support/tablet.ts';
import type { Row } from '../../../../contract/entity.ts';
import type { StoredFile } from '../../../data/db.ts';
import { mutateIn } from '../../../data/mutate.ts';
import { dropFiles, keepPages } from '../../../files/keep-pages.ts';
import { uploadFiles, type Sent } from '../../../files/upload-files.ts';
import { retryFailedChange } from '../../../sync/recovery/retry-failed-change.ts';
import { withdrawEntry } from '../../../sync/recovery/withdraw.ts';
import { definitionOf } from '../../../sync/runtime/registry.ts';
import { queueUpload } from '../mutations.ts';
import { uploadsHere, uploadWords } from './uploads-here.ts';
import { soon } from '../../../../tests/support/soon.ts';

const own = id(2);
const stopping: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopping.splice(0)) stop();
  vi.restoreAllMocks();
});

function makeRestaurant() {
  const server = makeServer();
  server.put('restaurants', { id: own, name: 'The Anchor', version: 0 } as Row<'restaurants'>); // nothing reads the rest
  return server;
}

const photo = (n: number) => new Blob([new Uint8Array([n])], { type: 'image/jpeg' });

/** An upload chosen on this device. Returns the ids of its pages. */
async function choose({ store }: Tablet, uploadId: string, pages = 3): Promise<string[]> {
  const kept = await keepPages(
    store,
    Array.from({ length: pages }, (_, n) => photo(n)),
  );
  if (kept.kind !== 'kept') return expect.fail('Not kept');
  const body = { upload_id: uploadId, file_ids: kept.ids, restaurant_id: own };
  await mutateIn(store, queueUpload, { body }).durable;
  return kept.ids;
}

function connect({ store }: Tablet, answers: Sent[] = []) {
  const sent: StoredFile[] = [];
  const uploads = uploadFiles({
    store,
    onDone: () => undefined,
    send: async (file) => {
      const answer = answers.shift() ?? 'stored';
      if (answer === 'stored') sent.push(file);
      return answer;
    },
  });
  stopping.push(uploads.stop);
  return { sent, now: uploads.now };
}

const wordsOf = async ({ db }: Tablet, isOnline: boolean) =>
  (await uploadsHere(db)).map((upload) => uploadWords(upload, isOnline));

test('pages chosen without a network survive a restart and are sent in order, then named once', async () => {
  const server = makeRestaurant();
  const first = await openTablet({ transport: server.transport });
  await first.load();
  const pages = await choose(first, id(900));
  expect(await wordsOf(first, false)).toEqual(['Waiting for a network, 3 pages']);
  first.kill();

  const tablet = await openTablet({ transport: server.transport, disk: first.disk, time: first.time });
  expect(await wordsOf(tablet, false)).toEqual(['Waiting for a network, 3 pages']);
  // The mutation does not go before its pages.
  await tablet.sync();
  expect(await tablet.counters()).toMatchObject({ issued: 1, done: 0 });

  // The connection breaks after the first page: it goes on with the second.
  const answers: Sent[] = ['stored', 'later'];
  const { sent, now } = connect(tablet, answers);
  // Only what waits can be told to go on: the second page has been tried.
  await soon(() => expect(answers).toEqual([]));
  await soon(async () => expect(await wordsOf(tablet, true)).toEqual(['Sending page 2 of 3']));
  now();
  await soon(() => expect(sent.map((file) => file.id)).toEqual(pages));
  expect(sent.map(({ use, parts }) => [use, parts.length, new Uint8Array(parts[0]!.bytes)[0]])).toEqual([
    ['menu_page', 1, 0],
    ['menu_page', 1, 1],
    ['menu_page', 1, 2],
  ]);
  await soon(async () => expect(await wordsOf(tablet, true)).toEqual(['Sending']));
  await tablet.sync();
  await tablet.sync();
  expect(await tablet.counters()).toMatchObject({ issued: 1, done: 1, dead: 0 });
  expect(await uploadsHere(tablet.db)).toEqual([]);
  await soon(async () => expect(await tablet.db.files.count()).toBe(0));
  expect(await breaches(tablet.db)).toEqual([]);
});

test('an upload that waits can be removed with its pages', async () => {
  const tablet = await openTablet({ transport: makeRestaurant().transport });
  await tablet.load();
  await choose(tablet, id(900), 1);
  const other = await choose(tablet, id(901), 2);
  const [upload] = await uploadsHere(tablet.db);
  expect(upload).toMatchObject({ id: id(900), isRemovable: true, deadLetter: null });
  expect(uploadWords(upload!, false)).toBe('Waiting for a network, 1 file');
  expect(await withdrawEntry({ ...tablet.engine, at: new Date(tablet.time.now()).toISOString() }, upload!.key)).toBe(
    true,
  );
  await dropFiles(tablet.db, upload!.fileIds);
  expect((await uploadsHere(tablet.db)).map((one) => one.id)).toEqual([id(901)]);
  expect((await tablet.db.files.toArray()).map((file) => file.id).toSorted()).toEqual(other.toSorted());
});

test('a refused upload keeps its id and its pages for another try', async () => {
  const server = makeRestaurant();
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  const [page] = await choose(tablet, id(900), 1);
  connect(tablet);
  await soon(async () => expect((await tablet.db.files.get(page!))?.state).toBe('sent'));
  server.refusals.set('menu.queueUpload', { code: 'file_missing', message: 'Missing' });
  await tablet.sync();
  server.refusals.clear();
  const [refused] = await uploadsHere(tablet.db);
  expect(refused).toMatchObject({ id: id(900), deadLetter: { error: { code: 'file_missing' } } });
  await retryFailedChange(tablet.store, definitionOf, refused!.key).then((ticket) => ticket?.durable);
  await soon(async () => expect((await tablet.db.files.get(page!))?.state).toBe('sent'));
  await tablet.sync();
  expect(await tablet.counters()).toMatchObject({ issued: 2, done: 1, dead: 1 });
  expect(await uploadsHere(tablet.db)).toEqual([]);
});

test('pages for which the device has no room are refused at once, and none is left', async () => {
  const tablet = await openTablet({ transport: makeRestaurant().transport });
  tablet.disk.fillUp(1, 1);
  expect(await keepPages(tablet.store, [photo(1), photo(2), photo(3)])).toEqual({ kind: 'full' });
  expect(await tablet.db.files.count()).toBe(0);
  // So full that nothing can be deleted either: that is said all the same.
  tablet.disk.fillUp(1, 5);
  expect(await keepPages(tablet.store, [photo(1), photo(2)])).toEqual({ kind: 'full' });
});

test('a file that can no longer be read leaves nothing behind', async () => {
  const tablet = await openTablet({ transport: makeRestaurant().transport });
  const moved = { type: 'image/jpeg', arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) };
  await expect(keepPages(tablet.store, [photo(1), moved as unknown as Blob])).rejects.toThrow(DOMException);
  expect(await tablet.db.files.count()).toBe(0);
});
