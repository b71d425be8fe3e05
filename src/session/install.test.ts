import { expect, test } from 'vitest';
import { countVisit, isIos, isTimeToOffer } from './install.ts';

const good = { way: 'prompt', visits: 2, hasHandled: true, declinedAt: 0, isRinging: false } as const;

test('the app is offered after the first order was handled, or at the second visit, and not to a stranger', () => {
  expect(isTimeToOffer({ ...good, visits: 1, hasHandled: false })).toBe(false);
  expect(isTimeToOffer({ ...good, visits: 1 })).toBe(true);
  expect(isTimeToOffer({ ...good, hasHandled: false })).toBe(true);
});

test('it waits while an order rings, and comes when the order is answered', () => {
  expect(isTimeToOffer({ ...good, isRinging: true })).toBe(false);
  expect(isTimeToOffer({ ...good, way: 'ios', isRinging: true })).toBe(false);
  expect(isTimeToOffer({ ...good, isRinging: false })).toBe(true);
});

test('it is offered once: after a "not now" only the settings have it', () => {
  expect(isTimeToOffer({ ...good, declinedAt: 1 })).toBe(false);
});

test('an app that is installed, or a browser that cannot, is not bothered; on iOS the steps are told', () => {
  expect(isTimeToOffer({ ...good, way: 'installed' })).toBe(false);
  expect(isTimeToOffer({ ...good, way: 'none' })).toBe(false);
  expect(isTimeToOffer({ ...good, way: 'ios' })).toBe(true);
});

test('a reload is the same visit, another tab another one', () => {
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

test('an iPad that calls itself a Mac is known by its touch screen', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';
  expect(isIos({ userAgent: mac, maxTouchPoints: 5 })).toBe(true);
  expect(isIos({ userAgent: mac, maxTouchPoints: 0 })).toBe(false);
  expect(isIos({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', maxTouchPoints: 5 })).toBe(true);
});
