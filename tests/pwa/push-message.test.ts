import { expect, test } from 'vitest';
import { composePush, composeTest, type PushContent } from '../../server/notifications/push/message.ts';
import { MESSAGE_BYTES_MAX } from '../../server/integrations/push/encrypt.ts';
import { HOME, readPush } from '../../sw/push-message.ts';

const origin = 'https://galley.test';
const order = '0192a4d0-1111-7000-8000-000000000001';
const content: PushContent = {
  notification: {
    id: '0192a4d0-2222-7000-8000-000000000002',
    type: 'order_new',
    title: 'New order 148',
    body: 'Priya Nair, 3 items',
    severity: 'urgent',
    url: `/restaurant/orders/${order}`,
    group_key: `order:${order}`,
    created_at: '2026-11-20T18:30:00.000Z',
    resource_type: 'order',
    resource_id: order,
  },
  answerBy: '2026-11-20T18:38:00.000Z',
  unread: 3,
  publicUrl: origin,
  now: new Date('2026-11-20T18:30:05.000Z'),
};
const read = (value: unknown) => readPush(typeof value === 'string' ? value : JSON.stringify(value), origin);
const sent = (change: Partial<PushContent>) =>
  readPush(composePush({ ...content, ...change })!.payload.toString(), origin);

test('the device shows what the server sends', () => {
  expect(sent({})).toEqual({
    title: 'New order 148',
    options: {
      body: 'Priya Nair, 3 items',
      icon: '/icons/icon-192.png',
      badge: '/icons/monochrome-512.png',
      tag: `order:${order}`,
      renotify: true,
      requireInteraction: true,
      timestamp: Date.parse('2026-11-20T18:30:00.000Z'),
      lang: 'en-GB',
      actions: [
        { action: 'accept', title: 'Accept' },
        { action: 'open', title: 'Open' },
      ],
      data: {
        path: `/restaurant/orders/${order}`,
        order,
        notification: content.notification.id,
        sentAt: content.now.getTime(),
      },
    },
    badge: 3,
  });
  expect(readPush(composeTest(origin).payload.toString(), origin).title).toBe('Notifications work on this device');
});

test('offers Accept only while an answer is awaited', () => {
  expect(sent({ notification: { ...content.notification, type: 'order_rejected_timeout' } }).options.actions).toEqual(
    [],
  );
  expect(composePush({ ...content, now: new Date('2026-11-20T18:38:00.000Z') })).toBeNull();
});

test('the longest names fit, cut between whole characters', () => {
  const long = { ...content.notification, title: '👩🏽‍🍳'.repeat(400), body: '🍛'.repeat(4000) };
  const { payload } = composePush({ ...content, notification: long })!;
  expect(payload.length).toBeLessThan(MESSAGE_BYTES_MAX);
  expect(payload.toString().isWellFormed()).toBe(true);
});

test.each([
  ['nothing', null],
  ['no JSON', 'New order!'],
  ['another shape', { title: 'x' }],
  ['another version', { web_push: 1, notification: { title: 'x' } }],
  ['no title', { web_push: 8030, notification: { body: 'x' } }],
  ['a list', []],
  ['half a megabyte of nesting', '['.repeat(500_000)],
])('a push of %s shows a generic notification leading home', (_what, value) => {
  const shown = value === null ? readPush(null, origin) : read(value);
  expect([shown.title, shown.options.data, shown.badge]).toEqual([
    'Something new in Galley',
    { path: HOME, order: null, notification: null, sentAt: 0 },
    null,
  ]);
});

test.each([
  'https://evil.example/restaurant/orders',
  '//evil.example/restaurant/orders',
  'javascript:alert(1)',
  '/backend/auth/logout',
  '/dev/mail',
  'https://galley.test.evil.example/',
  42,
])('a notification leads only to app pages: not %s', (url) => {
  for (const notification of [
    { title: 'x', navigate: url },
    { title: 'x', data: { url } },
  ])
    expect(read({ web_push: 8030, notification }).options.data).toMatchObject({ path: HOME });
});

test('ignores an invalid icon number and caps a large one', () => {
  const badgeOf = (app_badge: unknown) => read({ web_push: 8030, notification: { title: 'x' }, app_badge }).badge;
  expect([-1, 1.5, '3', null].map(badgeOf)).toEqual([null, null, null, null]);
  expect([0, 12, Number.MAX_VALUE].map(badgeOf)).toEqual([0, 12, 9999]);
});
