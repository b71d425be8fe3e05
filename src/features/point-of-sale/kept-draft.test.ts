import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dish, id } from '../../../tests/support/rows.ts';
import { addDish, emptyDraft } from './draft.ts';

/** What outlives a reload of the tab. */
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

/** The modules as a page that has just been loaded has them. */
const reload = async () => {
  vi.resetModules();
  return import('./kept-draft.ts');
};

const draft = {
  ...addDish(emptyDraft('phone'), dish(100, { name: 'Garlic naan' }), 'Tandoor', id(1)),
  name: 'Joanna',
  phone: '07700 900123',
};

test('an order that is being taken survives a reload', async () => {
  (await reload()).keepDraft('spice', draft);
  expect((await reload()).keptDraft('spice')).toEqual(draft);
  expect((await reload()).keptDraft('another')).toBeNull();
});

test('a name without a dish is kept, and an order that was placed is forgotten', async () => {
  const { keepDraft, keptDraft } = await reload();
  keepDraft('spice', { ...emptyDraft(), name: 'Joanna' });
  expect(keptDraft('spice')?.name).toBe('Joanna');
  keepDraft('spice', emptyDraft('phone'));
  expect(keptDraft('spice')).toBeNull();
  expect(storage.size).toBe(0);
});

test('what cannot be read begins anew', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  storage.set('galley:draft:order:spice', '{"lines":[');
  expect((await reload()).keptDraft('spice')).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
  storage.set('galley:draft:order:spice', '{"lines":[],"source":"phone","name":"Joanna"}');
  expect((await reload()).keptDraft('spice')).toEqual({ ...emptyDraft('phone'), name: 'Joanna' });
});
