import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import { definitionOf } from '../../src/sync/runtime/registry.ts';
import { describerOf } from '../../src/features/unsent/describe.ts';
import { unsentView } from '../../src/features/unsent/queries.ts';
import { withdrawEntry } from '../../src/sync/recovery/withdraw.ts';
import { requestData } from '../support/api.ts';
import { id } from '../support/rows.ts';
import { breaches } from '../support/tablet.ts';
import { comparable, guessed, idsIn, mirrored } from './compare.ts';
import { samples } from './samples.ts';
import type { Sample } from './samples/sample.ts';
import { findOddText } from './odd-text.ts';
import { EVENING, seed } from './seed.ts';
import { unsteady } from './unsteady.ts';
import { doOnline, holdings, startTwins, stored, strand, type Stranded, type Twins } from './twins.ts';

const queued = Object.values(calls)
  .filter(({ options }) => options.offline.kind === 'queue')
  .map(({ name }) => name);

let twins: Twins;
beforeAll(async () => void (twins = await startTwins()));
afterAll(() => twins.close());
beforeEach(() => twins.begin());

test('every queueable call has a definition and a sample', () => {
  expect(queued.filter((name) => !definitionOf(name))).toEqual([]);
  expect(queued.filter((name) => !samples[name]?.some(({ refused }) => !refused))).toEqual([]);
});

test('every sample makes the queueable call that it names', () => {
  expect(Object.keys(samples).filter((name) => !queued.includes(name))).toEqual([]);
  const beside = Object.entries(samples).filter(
    ([name, list]) => !list.every(({ steps }) => steps.some(({ call }) => call === name)),
  );
  expect(beside.map(([name]) => name)).toEqual([]);
});

test('every coalescing call has a sample with two changes', () => {
  const joined = queued.filter((name) => {
    const { offline } = calls[name]!.options;
    return offline.kind === 'queue' && offline.coalesce !== 'never';
  });
  const isTwice = (name: string, { steps }: Sample) =>
    new Set(steps.filter(({ call }) => call === name).map(({ path }) => JSON.stringify(path))).size <
    steps.filter(({ call }) => call === name).length;
  expect(joined.filter((name) => !samples[name]?.some((sample) => isTwice(name, sample)))).toEqual([]);
});

const all = Object.entries(samples).flatMap(([name, list]) =>
  list.map((sample) => [name, sample.does, sample] as const),
);

describe('without a network', () => {
  test.each(all.filter(([, , { refused }]) => !refused))(
    '%s %s: survives reload and replay, ends as online (R2, R4, R25, R34)',
    async (_name, _does, sample) => {
      const answers = await doOnline(twins, sample.steps);
      expect(answers.map(({ error }) => error)).toEqual(sample.steps.map(() => null));

      const stranded = await strand(twins);
      const keys: string[] = [];
      for (const [minute, step] of sample.steps.entries()) keys.push((await stranded.mutate(step, minute)).key);
      const shown = await mirrored(stranded.tablet().db);
      await stranded.reload();
      const { db } = stranded.tablet();
      expect(await mirrored(db)).toEqual(shown);
      expect(await breaches(db)).toEqual([]);
      expect(await unsteady(db)).toEqual([]);
      const pending = await db.outbox.orderBy('seq').toArray();
      expect(pending.at(-1)?.key).toBe(keys.at(-1));
      // Each change shows at once on the rows that it touches.
      expect(pending.filter(({ touches }) => touches.length === 0)).toEqual([]);
      expect(await findOddText(db, Date.parse(EVENING))).toEqual([]);

      await replay(stranded, sample);
      expect(await rest(stranded)).toEqual({ waiting: 0, deadLetters: [], breaches: [], unaccounted: 0 });
      const final = await comesOutAlike(stranded, sample);
      const touched = new Set(pending.flatMap(({ touches }) => touches));
      const guesses = new Set([...touched].flatMap((touch) => guessed(shown.get(touch), final.get(touch))));
      expect(guesses).toEqual(new Set(sample.guesses));
    },
  );

  test.each(all.filter(([, , { refused }]) => refused))(
    '%s %s: is refused for the same reason as online (R34)',
    async (_name, _does, sample) => {
      const answers = await doOnline(twins, sample.steps);
      expect(answers.map(({ error }) => error?.code ?? null)).toEqual(
        sample.steps.map((_, i) => (i === sample.steps.length - 1 ? sample.refused : null)),
      );
      const stranded = await strand(twins);
      let reported: unknown = null;
      for (const [minute, step] of sample.steps.entries())
        await stranded.mutate(step, minute).catch((error: Error) => void (reported = (error.cause as Error).message));
      await replay(stranded, sample);
      const { deadLetters, ...others } = await rest(stranded);
      expect(reported ?? deadLetters[0]?.code).toBe(sample.refused);
      expect(others).toEqual({ waiting: 0, breaches: [], unaccounted: 0 });
      await comesOutAlike(stranded, sample);
    },
  );
});

describe('withdrawn before it was sent', () => {
  test.each(Object.entries(samples))('%s leaves no trace on device or server (R24)', async (_name, list) => {
    const { steps } = list.find(({ refused }) => !refused)!;
    const stranded = await strand(twins);
    const before = await mirrored(stranded.tablet().db);
    for (const [minute, step] of steps.entries()) await stranded.mutate(step, minute);
    await stranded.reload();
    const { db, engine } = stranded.tablet();
    const pending = await db.outbox.orderBy('seq').reverse().toArray();
    for (const { key } of pending) expect(await withdrawEntry({ ...engine, at: EVENING }, key)).toBe(true);
    expect(await mirrored(db)).toEqual(before);
    expect(await breaches(db)).toEqual([]);

    await stranded.comeBack({ afterMinutes: 40 });
    await stranded.tablet().sync();
    expect(await rest(stranded)).toEqual({ waiting: 0, deadLetters: [], breaches: [], unaccounted: 0 });
    await comesOutAlike(stranded, { does: 'nothing', steps: [] });
  });

  test('a menu takes its new category and dish with it (R24)', async () => {
    const stranded = await strand(twins);
    const { db, engine } = stranded.tablet();
    const before = await mirrored(db);
    const [book, category, item] = samples['menu.createBook']![0]!.steps;
    const { key } = await stranded.mutate(book!, 0);
    await stranded.mutate(category!, 1);
    await stranded.mutate(item!, 2);
    expect(await withdrawEntry({ ...engine, at: EVENING }, key)).toBe(true);
    expect(await mirrored(db)).toEqual(before);
    expect(await stranded.tablet().counters()).toEqual({ issued: 3, done: 0, dead: 0, withdrawn: 3 });
    expect(await breaches(db)).toEqual([]);
  });
});

test('a refused category takes its dish along and says why (R26)', async () => {
  const stranded = await strand(twins);
  const { db, store } = stranded.tablet();
  const path = { id: seed.spareBook };
  const [category, item] = [id(3001), id(3002)];
  const dish = { id: item, name: 'Dal', price_amount: 5 };
  await stranded.mutate({ call: 'menu.createCategory', path, body: { id: category, name: 'Dals' } }, 0);
  await stranded.mutate({ call: 'menu.createItem', path: { ...path, categoryId: category }, body: dish }, 1);
  // Meanwhile somebody deletes the menu.
  const { token } = twins.offline;
  await requestData(twins.app.fetch, 'DELETE', `/menu/books/${seed.spareBook}`, { token });
  await stranded.comeBack({ afterMinutes: 40 });
  await stranded.tablet().sync();
  const deadLetters = await db.dead_letters.orderBy('at').toArray();
  const view = await unsentView(db, store.clock.now());
  const { describeRefusal } = describerOf(view, twins.offline.restaurant, store.clock.now());
  expect(
    deadLetters.map((deadLetter) => [deadLetter.entry.call, deadLetter.reason, describeRefusal(deadLetter).why]),
  ).toEqual([
    ['menu.createCategory', 'rejected', 'What it belongs to was deleted before this arrived.'],
    ['menu.createItem', 'dependency', 'What it belongs to was refused.'],
  ]);
  expect(await mirrored(db)).toEqual(await holdings(twins, twins.offline));
});

/** The network returns but loses the first answer, and the page dies with it: what had arrived is sent again. */
async function replay(stranded: Stranded, { backAfterMinutes: afterMinutes }: Sample): Promise<void> {
  await stranded.comeBack({ afterMinutes, isDeaf: true });
  await stranded.tablet().push();
  await stranded.reload();
  await stranded.comeBack({ afterMinutes });
  await stranded.tablet().sync();
  await twins.app.jobs.drain();
  await stranded.tablet().load();
}

async function rest(stranded: Stranded) {
  const tablet = stranded.tablet();
  const { issued, done, dead, withdrawn } = await tablet.counters();
  const deadLetters = await tablet.db.dead_letters.toArray();
  return {
    waiting: await tablet.db.outbox.count(),
    deadLetters: deadLetters.map(({ entry, reason, error }) => ({ call: entry.call, reason, code: error?.code })),
    breaches: await breaches(tablet.db),
    unaccounted: issued - done - dead - withdrawn,
  };
}

/** Expects that device and server agree and that both twins have the same rows. Returns the device's rows. */
async function comesOutAlike(stranded: Stranded, sample: Sample) {
  const final = await mirrored(stranded.tablet().db);
  expect(final).toEqual(await holdings(twins, twins.offline));
  const known = idsIn(seed, sample);
  const mine = await stored(twins, twins.offline);
  const theirs = await stored(twins, twins.online);
  expect(comparable(mine, twins.offline, known)).toEqual(comparable(theirs, twins.online, known));
  return final;
}
