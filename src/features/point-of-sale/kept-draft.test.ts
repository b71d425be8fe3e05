import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dish, id, priced } from '../../../tests/support/rows.ts';
import { addDish, emptyDraft } from './draft.ts';

/** The tab's storage, which survives a reload. */
let storage: Map<string, string>;

beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Imports the modules afresh, as a reloaded page does. */
const reload = async () => {
  vi.resetModules();
  return import('./kept-draft.ts');
};

const draft = {
  ...addDish(emptyDraft('phone'), id(100), priced(dish(100, { name: 'Garlic naan' }), 'Tandoor'), id(1)),
  name: 'Joanna',
  phone: '07700 900123',
};

test('a draft order survives a reload', async () => {
  (await reload()).keepDraft('spice', draft);
  expect((await reload()).keptDraft('spice')).toEqual(draft);
  expect((await reload()).keptDraft('another')).toBeNull();
});

test('keeps a name without dishes and forgets a placed order', async () => {
  const { keepDraft, keptDraft } = await reload();
  keepDraft('spice', { ...emptyDraft(), name: 'Joanna' });
  expect(keptDraft('spice')?.name).toBe('Joanna');
  keepDraft('spice', emptyDraft('phone'));
  expect(keptDraft('spice')).toBeNull();
  expect(storage.size).toBe(0);
});

test('starts afresh when the stored draft is unreadable', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  storage.set('galley:draft:order:spice', '{"lines":[');
  expect((await reload()).keptDraft('spice')).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
  storage.set('galley:draft:order:spice', '{"lines":[],"source":"phone","name":"Joanna"}');
  expect((await reload()).keptDraft('spice')).toEqual({ ...emptyDraft('phone'), name: 'Joanna' });
});
