import { expect, test } from 'vitest';
import { call, queue, upcast, versionOf, type Upcast } from './call.ts';
import { create } from './orders/calls.ts';
import { text } from './fields.ts';

const made = (older: (Upcast | null)[]) =>
  call('orders.rename', 'POST', '/orders/rename', {
    access: 'orders.work',
    offline: queue('never', older),
    reply: text(1),
    summary: '',
  });
const renamed = made([
  ({ title, ...body }) => ({ ...body, name: title }),
  ({ name, ...body }) => ({ ...body, names: [name] }),
]);

test('an older body is converted step by step', () => {
  expect(versionOf(renamed)).toBe(3);
  expect(upcast(renamed, 1, { title: 'A', n: 1 })).toEqual({ names: ['A'], n: 1 });
  expect(upcast(renamed, 2, { name: 'A' })).toEqual({ names: ['A'] });
  const body = { names: ['A'] };
  expect(upcast(renamed, 3, body)).toBe(body);
});

test('an unknown version is reported', () => {
  const forgetful = made([null, (body) => body]);
  for (const [one, ver] of [
    [renamed, 0],
    [renamed, 4],
    [forgetful, 1],
  ] as const)
    expect(() => upcast(one, ver, {})).toThrow('unsupported_version');
  expect(upcast(forgetful, 2, { n: 1 })).toEqual({ n: 1 });
});

test('an older order keeps unreadable phone text in its note', () => {
  const order = (phone: unknown, kitchen_note?: string) => ({
    customer: { name: 'Sam', phone },
    kitchen_note,
    lines: [],
  });
  expect(upcast(create, 1, order('at the bar', 'No hurry'))).toEqual({
    customer: { name: 'Sam', phone: null },
    kitchen_note: 'No hurry. Phone: at the bar',
    lines: [],
  });
  for (const phone of ['020 7946 0123', '', null, undefined]) {
    const same = order(phone);
    expect(upcast(create, 1, same)).toBe(same);
  }
});
