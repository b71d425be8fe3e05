import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { imageUrlOf } from '../../contract/files/images.ts';
import { makeServer } from '../../tests/support/reference-server.ts';
import { dish, id, pathOf } from '../../tests/support/rows.ts';
import { breaches, openTablet, type Tablet } from '../../tests/support/tablet.ts';
import type { StoredFile } from '../data/db.ts';
import { mutateIn } from '../data/mutate.ts';
import { editItem, setAvailability } from '../features/menu/mutations.ts';
import { definitionOf } from '../sync/runtime/registry.ts';
import { retryFailedChange } from '../sync/recovery/retry-failed-change.ts';
import { withdrawEntry } from '../sync/recovery/withdraw.ts';
import { keepFile, planFiles } from './kept-files.ts';
import { uploadFiles, type Sent } from './upload-files.ts';
import { soon } from '../../tests/support/soon.ts';

const korma = dish(100);
const naan = dish(101);
const DAY = 86_400_000;
const parts = () => [320, 800, 1600].map((n) => ({ type: 'image/webp', bytes: new Uint8Array([n & 0xff]).buffer }));

async function kitchen() {
  const server = makeServer();
  server.put('menu_items', korma, naan);
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  return { server, tablet };
}

/** A dish with a photo from this device. Returns the file's id. */
async function photograph(tablet: Tablet, item = korma): Promise<string> {
  const kept = await keepFile(tablet.store, parts());
  if (kept.kind !== 'kept') return expect.fail('Not kept');
  await mutateIn(tablet.store, editItem, {
    path: pathOf(item),
    body: { image_url: imageUrlOf(id(2), kept.id) },
  }).durable;
  return kept.id;
}

const stopping: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopping.splice(0)) stop();
  vi.restoreAllMocks();
});

function upload({ store }: Tablet, answers: Sent[]) {
  const asked: string[] = [];
  const uploads = uploadFiles({
    store,
    onDone: () => undefined,
    send: async (file: StoredFile) => {
      asked.push(file.id);
      return answers.shift() ?? 'stored';
    },
  });
  stopping.push(uploads.stop);
  return { asked, now: uploads.now };
}

const stateOf = async ({ db }: Tablet, file: string) => (await db.files.get(file))?.state;

describe('a mutation that names a file', () => {
  test('waits for its bytes; what is before it does not (R51)', async () => {
    const { server, tablet } = await kitchen();
    const off = { path: pathOf(naan), body: { availability_status: 'sold_out' as const } };
    const { key } = mutateIn(tablet.store, setAvailability, off);
    const file = await photograph(tablet);
    await mutateIn(tablet.store, editItem, { path: pathOf(naan), body: { name: 'Nan' } }).durable;
    await tablet.sync();
    expect(server.effects.map((effect) => effect.key)).toEqual([key]);
    expect(await tablet.db.outbox.count()).toBe(2);
    // Pulls go on.
    server.put('menu_items', dish(102));
    await tablet.load();
    expect(await tablet.row('menu_items', id(102))).not.toBeNull();

    const { asked } = upload(tablet, []);
    await soon(async () => expect(await stateOf(tablet, file)).toBe('sent'));
    await tablet.sync();
    expect(asked).toEqual([file]);
    expect(server.effects).toHaveLength(3);
    await soon(async () => expect(await tablet.db.files.count()).toBe(0));
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('keeps its bytes over a crash, before and after it was made (R2, R51)', async () => {
    const server = makeServer();
    server.put('menu_items', korma);
    const first = await openTablet({ transport: server.transport });
    await first.load();
    const kept = await keepFile(first.store, parts());
    first.kill();
    const second = await openTablet({ transport: server.transport, disk: first.disk, time: first.time });
    expect((await second.db.files.toArray()).map((one) => [one.id, one.state])).toEqual([
      [(kept as { id: string }).id, 'waiting'],
    ]);
    const file = await photograph(second);
    second.kill();
    const third = await openTablet({ transport: server.transport, disk: first.disk, time: first.time });
    const stored = await third.db.files.get(file);
    expect(stored?.parts.map(({ type, bytes }) => [type, new Uint8Array(bytes)[0]])).toEqual(
      [320, 800, 1600].map((n) => ['image/webp', n & 0xff]),
    );
    await third.sync();
    expect(server.effects).toEqual([]);
    upload(third, []);
    await soon(async () => expect(await stateOf(third, file)).toBe('sent'));
    await third.sync();
    expect(server.effects).toHaveLength(1);
  });

  test('is sent, to be refused, when the server does not take its file (R51)', async () => {
    const { server, tablet } = await kitchen();
    const file = await photograph(tablet);
    upload(tablet, ['refused']);
    await soon(async () => expect(await stateOf(tablet, file)).toBe('refused'));
    server.refusals.set(editItem.call.name, { code: 'file_missing', message: 'Missing' });
    await tablet.sync();
    server.refusals.clear();
    const [deadLetter] = await tablet.db.dead_letters.toArray();
    expect(deadLetter?.error?.code).toBe('file_missing');
    // Its bytes are still here, and another try sends them again.
    await soon(async () => expect(await stateOf(tablet, file)).toBe('waiting'));
    await retryFailedChange(tablet.store, definitionOf, deadLetter!.key).then((ticket) => ticket?.durable);
    await soon(async () => expect(await stateOf(tablet, file)).toBe('sent'));
    await tablet.sync();
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({ image_url: imageUrlOf(id(2), file) });
  });

  test('holds up the queue only for its own tries (R12, R51)', async () => {
    const { tablet } = await kitchen();
    const file = await photograph(tablet);
    const { asked } = upload(
      tablet,
      Array.from({ length: 20 }, () => 'fault' as const),
    );
    await soon(async () => {
      await tablet.pass(60_000);
      expect(await stateOf(tablet, file)).toBe('refused');
    });
    expect(asked).toHaveLength(8);
  });
});

describe('an upload', () => {
  test('waits longer after each failure, and no more when the network is back (R30)', async () => {
    const { tablet } = await kitchen();
    const file = await photograph(tablet);
    const { asked, now } = upload(tablet, ['later', 'later']);
    await soon(() => expect(asked).toHaveLength(1));
    await tablet.pass(1_000);
    expect(asked).toHaveLength(1);
    await tablet.pass(1_500);
    await soon(() => expect(asked).toHaveLength(2));
    now();
    await soon(async () => expect(await stateOf(tablet, file)).toBe('sent'));
  });

  test('sends files in the order of their mutations', async () => {
    const { tablet } = await kitchen();
    const files = [await photograph(tablet), await photograph(tablet, naan)];
    const { asked } = upload(tablet, []);
    await soon(() => expect(asked).toEqual(files));
  });

  test('sends nothing that no saved form names', async () => {
    const { tablet } = await kitchen();
    await keepFile(tablet.store, parts());
    const { asked } = upload(tablet, []);
    await tablet.pass(60_000);
    expect(asked).toEqual([]);
  });
});

describe('bytes that no mutation names', () => {
  test('go when their mutation is confirmed', async () => {
    const { tablet } = await kitchen();
    const file = await photograph(tablet);
    await tablet.db.files.update(file, { state: 'sent' });
    await tablet.push();
    expect((await planFiles(tablet.db, tablet.time.now())).forget).toEqual([]);
    await tablet.pull();
    expect((await planFiles(tablet.db, tablet.time.now())).forget).toEqual([file]);
  });

  test('go a day after a form was left or a mutation withdrawn', async () => {
    const { tablet } = await kitchen();
    const draft = ((await keepFile(tablet.store, parts())) as { id: string }).id;
    const file = await photograph(tablet);
    const [entry] = await tablet.db.outbox.toArray();
    await withdrawEntry({ ...tablet.engine, at: korma.created_at }, entry!.key);
    const now = tablet.time.now();
    expect((await planFiles(tablet.db, now + DAY / 2)).forget).toEqual([]);
    expect((await planFiles(tablet.db, now + DAY + 1)).forget.toSorted()).toEqual([draft, file].toSorted());
  });

  test('are refused when the disk is full, and nothing is left of them', async () => {
    const { tablet } = await kitchen();
    tablet.disk.fillUp(0, 1);
    expect(await keepFile(tablet.store, parts())).toEqual({ kind: 'full' });
    expect(await tablet.db.files.count()).toBe(0);
  });

  test('are bounded', async () => {
    const { tablet } = await kitchen();
    await tablet.db.files.bulkPut(
      Array.from({ length: 200 }, (_, n) => ({ id: id(n), state: 'waiting' as const, at: 0, parts: [] })),
    );
    expect(await keepFile(tablet.store, parts())).toEqual({ kind: 'too_many' });
  });
});
