import { expect, test } from 'vitest';
import { isTransientError } from './transient-error.ts';

const fault = (code: string) => new Error('Failed', { cause: Object.assign(new Error('away'), { code }) });

test.each(['08006', '28P01', '28000', '53100', '53200', '53300', '58000', '58030', '25006', '40001', '57P01'])(
  'a database error %s is transient',
  (code) => expect(isTransientError(fault(code))).toBe(true),
);

test.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND'])(
  'an unreachable database (%s) is transient',
  (code) => expect(isTransientError(fault(code))).toBe(true),
);

test.each(['23505', '22P02', '42703', 'XX000', 'P0001', ''])('%o is not transient', (code) =>
  expect(isTransientError(fault(code))).toBe(false),
);
