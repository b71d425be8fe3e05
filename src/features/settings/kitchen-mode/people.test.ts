// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../session/session.ts';
import { id } from '../../../../tests/support/rows.ts';
import { countWrong, forgetWrong, keptPeople, refreshPeople, secondsToWait, type DevicePerson } from './people.ts';

const send = vi.hoisted(() => vi.fn<(call: { name: string }, args: object) => Promise<unknown>>());
vi.mock('../../../api/send.ts', () => ({ send }));
vi.mock('../../../sync/runtime/client.ts', () => ({ useIsOnline: () => true }));

const MINUTE = 60_000;
const AT = Date.parse('2026-11-20T19:40:00.000Z');
const MIA = id(1);
const JO = id(2);
const restaurant = (n: number) => ({ id: id(n), name: null, address: null, country_code: null, city: null }) as never;

beforeEach(() => {
  localStorage.clear();
  session.restaurant = restaurant(90);
  send.mockReset();
});

const wrong = (times: number, at: number, who = MIA) => {
  for (let i = 0; i < times; i += 1) countWrong(who, at);
};

test('five wrong PINs wait, four do not', () => {
  expect(secondsToWait(MIA, AT)).toBe(0);
  wrong(4, AT);
  expect(secondsToWait(MIA, AT)).toBe(0);
  wrong(1, AT);
  expect(secondsToWait(MIA, AT)).toBe(900);
});

test('the wait ends fifteen minutes after the first wrong PIN, and the next five count anew', () => {
  wrong(1, AT);
  wrong(4, AT + 4 * MINUTE);
  expect(secondsToWait(MIA, AT + 4 * MINUTE)).toBe(11 * 60);
  expect(secondsToWait(MIA, AT + 15 * MINUTE - 1)).toBe(1);
  expect(secondsToWait(MIA, AT + 15 * MINUTE)).toBe(0);
  wrong(4, AT + 15 * MINUTE);
  expect(secondsToWait(MIA, AT + 15 * MINUTE)).toBe(0);
  wrong(1, AT + 16 * MINUTE);
  expect(secondsToWait(MIA, AT + 16 * MINUTE)).toBe(14 * 60);
});

test('nobody waits longer because the clock was set back', () => {
  const future = AT + 24 * 60 * MINUTE;
  wrong(5, future);
  expect(secondsToWait(MIA, future)).toBe(900);
  expect(secondsToWait(MIA, AT)).toBe(0);
  wrong(5, AT);
  expect(secondsToWait(MIA, AT)).toBe(900);
});

test('the right PIN ends the count', () => {
  wrong(4, AT);
  forgetWrong(MIA);
  wrong(4, AT);
  expect(secondsToWait(MIA, AT)).toBe(0);
});

test('counts for each person of each restaurant', () => {
  wrong(5, AT);
  expect(secondsToWait(JO, AT)).toBe(0);
  session.restaurant = restaurant(91);
  expect(secondsToWait(MIA, AT)).toBe(0);
  session.restaurant = restaurant(90);
  expect(secondsToWait(MIA, AT)).toBe(900);
});

test('keeps who may use the device until the server says something else', async () => {
  const people: DevicePerson[] = [
    { id: MIA, name: 'Mia', role: 'waiter', pin: { salt: 'AAAA', memory: 8, passes: 1, check: 'x' } },
  ];
  expect(keptPeople()).toEqual([]);
  send.mockResolvedValue({ ok: true, data: people });
  expect(await refreshPeople()).toEqual(people);
  expect(keptPeople()).toEqual(people);
  send.mockResolvedValue({ ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: '' } });
  expect(await refreshPeople()).toBeNull();
  expect(keptPeople()).toEqual(people);
  send.mockResolvedValue({ ok: true, data: [] });
  await refreshPeople();
  expect(keptPeople()).toEqual([]);
});
