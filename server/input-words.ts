import type * as z from 'zod/mini';

type Issue = z.core.$ZodRawIssue;

/**
 * What is wrong with a value, in words that people can be shown at a field: they know of no types and no schemas. A rule of ours that says
 * its own words keeps them.
 */
export function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Has to be given' : kindWords(issue.expected);
    case 'too_big':
      return sizeWords(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Must not be empty';
      return sizeWords(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'invalid_format':
      return formats[issue.format] ?? 'Is not written as it has to be';
    case 'invalid_value':
      return `Has to be ${issue.values.map(String).join(' or ')}`;
    case 'not_multiple_of':
      return `Has to be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'custom':
      return 'Is not right';
  }
}

const formats: Record<string, string> = {
  email: 'An address looks like name@example.com',
  uuid: 'Has to be a UUID',
  datetime: 'Has to be an instant such as 2026-11-20T18:30:00.000Z',
  date: 'Has to be a date such as 2026-11-20',
  url: 'Has to be a web address',
};

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const kindWords = (expected: string) => `Has to be ${kinds[expected] ?? 'of another kind'}`;

function sizeWords(
  origin: string,
  bound: 'at most' | 'at least' | 'less than' | 'more than',
  size: number | bigint,
): string {
  if (origin === 'string') return `Use ${bound} ${size} ${size === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `Has to hold ${bound} ${size}`;
  return `Has to be ${bound} ${size}`;
}
