import { expect, test } from 'vitest';
import { lockOf, refusalMessage, type Failure } from './refusal-message.ts';

const refused = (status: number, code: string, retry_after_seconds?: number): Failure => ({
  ok: false,
  kind: 'refused',
  status,
  error: { code, message: 'The words of the server', ...(retry_after_seconds && { retry_after_seconds }) },
});

test('too many attempts lock a form, a busy server never', () => {
  const busy = refused(503, 'unavailable', 1);
  expect(lockOf(busy)).toBe(0);
  expect(refusalMessage(busy)).toBe('The server is busy. Try again in a moment.');
  const tooMany = refused(429, 'too_many', 41.2);
  expect(lockOf(tooMany)).toBe(42);
  expect(refusalMessage(tooMany)).toBe('Too many attempts. Try again in 0:42.');
  expect(lockOf(refused(429, 'too_many'))).toBe(60);
});

test('a 401 is shown with the specified message', () => {
  expect(refusalMessage(refused(401, 'unauthenticated'))).toBe('Please log in');
});
