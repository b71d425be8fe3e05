import type * as z from 'zod/mini';

type Issue = z.core.$ZodRawIssue;

/** A message to show at a field that says what to enter, without types or schemas. A rule with its own message keeps it. */
export function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Required'
        : `Enter ${kinds[issue.expected] ?? valid(issue)}`;
    case 'too_big':
      return sizeMessage(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Required';
      return sizeMessage(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'invalid_format':
      return `Enter ${formats[issue.format] ?? valid(issue)}`;
    case 'invalid_value':
      return `Must be ${issue.values.map(String).join(' or ')}`;
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'custom':
      return `Enter ${valid(issue)}`;
  }
}

/** Such as "a valid price", from the last field of the path; "a valid value" if the path ends in a list. */
function valid({ path }: Issue): string {
  const field = path?.findLast((step) => typeof step === 'string');
  if (typeof field !== 'string' || path?.at(-1) !== field) return 'a valid value';
  if (field.endsWith('_at')) return formats.datetime!;
  const name = fieldNames[field] ?? field.replaceAll('_', ' ');
  return isPlural.test(name) ? `valid ${name}` : `a valid ${name}`;
}

/** "allergens", "opening hours"; not "address", "status" or "basis". */
const isPlural = /[^sui]s$/;

/** Readable names of fields whose keys are not. */
const fieldNames: Record<string, string> = {
  otp_code: 'code',
  pin: 'PIN',
  email: 'e-mail address',
  phone: 'phone number',
  phone_no: 'phone number',
  price_amount: 'price',
  sort_by: 'sort order',
  country_code: 'country',
};

const formats: Record<string, string> = {
  email: 'a valid e-mail address, such as name@example.com',
  uuid: 'a valid id',
  datetime: 'a valid date and time, such as 2026-11-20T18:30:00.000Z',
  date: 'a valid date, such as 2026-11-20',
  url: 'a valid web address',
};

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function sizeMessage(
  origin: string,
  bound: 'at most' | 'at least' | 'less than' | 'more than',
  size: number | bigint,
): string {
  if (origin === 'string') return `Use ${bound} ${size} ${size === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `Choose ${bound} ${size}`;
  return `Must be ${bound} ${size}`;
}
