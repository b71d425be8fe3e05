import { expect, test } from 'vitest';
import { countVisit, isIos, isTimeToOffer } from './install.ts';

const good = { way: 'prompt', visits: 2, hasHandled: true, declinedAt: 0, isRinging: false } as const;

test('offers the app after an order or a second visit', () => {
  expect(isTimeToOffer({ ...good, visits: 1, hasHandled: false })).toBe(false);
  expect(isTimeToOffer({ ...good, visits: 1 })).toBe(true);
  expect(isTimeToOffer({ ...good, hasHandled: false })).toBe(true);
});

test('waits while an order rings', () => {
  expect(isTimeToOffer({ ...good, isRinging: true })).toBe(false);
  expect(isTimeToOffer({ ...good, way: 'ios', isRinging: true })).toBe(false);
  expect(isTimeToOffer({ ...good, isRinging: false })).toBe(true);
});

test('offers once; after "Not now" only in the settings', () => {
  expect(isTimeToOffer({ ...good, declinedAt: 1 })).toBe(false);
});

test('offers only where possible; on iOS shows the steps', () => {
  expect(isTimeToOffer({ ...good, way: 'installed' })).toBe(false);
  expect(isTimeToOffer({ ...good, way: 'none' })).toBe(false);
  expect(isTimeToOffer({ ...good, way: 'ios' })).toBe(true);
});

test('a reload is the same visit, another tab another', () => {
  const storage = () => {
    const values = new Map<string, string>();
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    };
  };
  const [device, morning, evening] = [storage(), storage(), storage()];
  expect([countVisit(device, morning), countVisit(device, morning), countVisit(device, evening)]).toEqual([1, 1, 2]);
});

test('recognises an iPad posing as a Mac by touch', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';
  expect(isIos({ userAgent: mac, maxTouchPoints: 5 })).toBe(true);
  expect(isIos({ userAgent: mac, maxTouchPoints: 0 })).toBe(false);
  expect(isIos({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', maxTouchPoints: 5 })).toBe(true);
});
