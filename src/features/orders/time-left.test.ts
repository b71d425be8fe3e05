import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const until = '2026-11-20T19:50:00.000Z';
const left = (now: string) => timeLeft(until, Date.parse(`2026-11-20T${now}Z`));

test('shows minutes, then the last two minutes in seconds', () => {
  expect(left('19:40:00.000')).toEqual({ kind: 'minutes', minutes: 10 });
  expect(left('19:47:59.999')).toEqual({ kind: 'minutes', minutes: 3 });
  expect(left('19:48:00.000')).toEqual({ kind: 'seconds', words: '2:00' });
  expect(left('19:48:18.500')).toEqual({ kind: 'seconds', words: '1:42' });
  expect(left('19:49:59.999')).toEqual({ kind: 'seconds', words: '0:01' });
  expect(left('19:50:00.000')).toEqual({ kind: 'over' });
});
