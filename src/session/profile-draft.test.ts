import { expect, test } from 'vitest';
import { dropDraft, keepDraft, readDraft, type ProfileValues } from './profile-draft.ts';

const values: ProfileValues = {
  name: 'Spice Route',
  address: '214 Coldharbour Lane',
  city: 'London',
  postal_code: '',
  country_code: 'GB',
  phone_number_business: '',
  phone_number_kitchen: '',
  currency: '',
  timezone: '',
};

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('restores typed input for the same owner only', () => {
  const tablet = storage();
  expect(keepDraft('ravi', values, tablet)).toBe(true);
  expect(readDraft('ravi', tablet)).toEqual(values);
  expect(readDraft('amara', tablet)).toEqual({});
  dropDraft(tablet);
  expect(readDraft('ravi', tablet)).toEqual({});
});

test('reports full or broken storage without throwing', () => {
  const full = {
    ...storage(),
    getItem: () => '{half',
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  expect(keepDraft('ravi', values, full)).toBe(false);
  expect(readDraft('ravi', full)).toEqual({});
});
