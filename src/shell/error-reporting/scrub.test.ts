import type { ErrorEvent } from '@sentry/browser';
import { describe, expect, test } from 'vitest';
import { scrub, withoutContents, withoutTyped } from './scrub.ts';

const page = {
  pathname: '/restaurant/chats/0199-canary-customer',
  userAgent: 'Tablet/1',
  typed: ['canary at seven', 'pass-Zebra77'],
};

const event = (more: Partial<ErrorEvent>): ErrorEvent => ({
  type: undefined,
  event_id: 'e1',
  exception: { values: [{ type: 'TypeError', value: 'x is undefined' }] },
  ...more,
});

describe('an error report', () => {
  test('says what broke, where in our code, and for whom', () => {
    const told = scrub(
      event({
        user: { id: 'u1', email: 'owner@galley.test' },
        exception: {
          values: [
            {
              type: 'TypeError',
              value: 'x is undefined',
              stacktrace: {
                frames: [{ filename: 'https://g.test/assets/a.js?x=1', function: 'show', lineno: 3, colno: 9 }],
              },
            },
          ],
        },
      }),
      page,
    );
    expect(told).toMatchObject({
      event_id: 'e1',
      user: { id: 'u1', email: 'owner@galley.test' },
      request: { url: '/restaurant/chats/:customerId' },
      exception: {
        values: [
          {
            type: 'TypeError',
            value: 'x is undefined',
            stacktrace: { frames: [{ filename: 'https://g.test/assets/a.js', function: 'show', lineno: 3, colno: 9 }] },
          },
        ],
      },
    });
  });

  test('copies nothing that is not listed', () => {
    const told = scrub(
      event({
        message: 'canary',
        logentry: { message: 'canary' },
        extra: { __serialized__: { text: 'canary' } },
        breadcrumbs: [{ message: 'canary' }],
        contexts: { app: { app_name: 'canary' } },
        tags: { a: 'canary' },
        transaction: '/canary',
        request: {
          url: 'https://g.test/?token=canary',
          cookies: { a: 'canary' },
          data: 'canary',
          query_string: 'canary',
        },
        user: { id: 'u1', username: 'canary', ip_address: 'canary' },
        exception: {
          values: [
            {
              type: 'Error',
              value: 'x is undefined',
              mechanism: { type: 'generic', handled: false, data: { text: 'canary' } },
              stacktrace: { frames: [{ vars: { text: 'canary' }, context_line: 'canary', pre_context: ['canary'] }] },
            },
          ],
        },
      }),
      page,
    );
    expect(JSON.stringify(told)).not.toContain('canary');
  });

  test('of a value that is no error says only that', () => {
    const thrown = scrub(event({ message: 'canary', exception: { values: [] } }), page);
    const synthetic = scrub(
      event({ exception: { values: [{ type: 'Error', value: 'canary', mechanism: { type: 'x', synthetic: true } }] } }),
      page,
    );
    expect(JSON.stringify([thrown, synthetic])).not.toContain('canary');
  });
});

test('omits field contents from messages, quoted or not', () => {
  const told = scrub(
    event({
      exception: { values: [{ type: 'Error', value: 'Not sent: canary at seven, by pass-Zebra77 or canary' }] },
    }),
    page,
  );
  expect(told.exception?.values?.[0]?.value).toBe('Not sent: […], by […] or […]');
  expect(withoutTyped('x is not a function', ['on', ' a ', 'is it'])).toBe('x is not a function');
});

describe('an error message', () => {
  test.each([
    `Unexpected token 'C', "canary at seven, pl"... is not valid JSON`,
    'Wrong: `canary text` is not a date',
    '“canary” is not a number',
    "Failed to execute 'put': the key 'canary' is not valid",
    'No customer with +44 7700 900-123',
    'Code 482913 is wrong',
    'Sort code 20-00-00, account 55779911',
    'Nobody has canary.owner@galley.test',
    'https://g.test/confirm-forgot-password?token=canary&e=1',
    'Bearer canary',
    'The token eyJhbGciOiJIUzI1NiJ9canary is no token',
    'The key c4n4rycanary is taken',
    'Bad change: {"text":"canary","chat_id":"1"}',
    'Issues: [{ path: canary }]',
  ])('loses what it quotes: %s', (words) => {
    expect(withoutContents(words)).not.toMatch(/canary|c4n4ry|7700|482913|5577|20-00/);
  });

  test.each([
    'Cannot read properties of undefined (reading […])',
    "can't access property of undefined",
    'Failed to fetch dynamically imported module: https://g.test/assets/a.js',
    'x is not a function',
  ])('stays readable: %s', (words) => {
    expect(withoutContents(words)).toBe(words);
  });

  test('is short', () => {
    expect(withoutContents('a '.repeat(50_000)).length).toBeLessThanOrEqual(300);
  });
});
