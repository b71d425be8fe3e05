import * as long from 'libphonenumber-js/max';
import * as short from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { createPhoneReader } from './phone-reader.ts';

const readers = { long: createPhoneReader(long), short: createPhoneReader(short) };

/** As typed, the restaurant's country, and the number in E.164. */
const spellings: [string, string | null, string | null][] = [
  ['+44 07700 900123', 'GB', '+447700900123'],
  ['447700900123', 'GB', '+447700900123'],
  ['7700900123', 'GB', '+447700900123'],
  ['07700 900123', 'GB', '+447700900123'],
  ['+44 (0)7700 900123', 'GB', '+447700900123'],
  ['(07700) 900-123', 'GB', '+447700900123'],
  ['٠٧٧٠٠٩٠٠١٢٣', 'GB', '+447700900123'],
  ['۰۷۷۰۰۹۰۰۱۲۳', 'GB', '+447700900123'],
  ['０７７００９００１２３', 'GB', '+447700900123'],
  ['＋４４ ７７００ ９００１２３', null, '+447700900123'],
  ['०७७०० ९००१२३', 'GB', '+447700900123'],
  ['\u202a+44 7700 900123\u202c', 'ES', '+447700900123'],
  ['07700\u00a0900\u2011123', 'GB', '+447700900123'],
  ['tel:+447700900123', null, '+447700900123'],
  ['1-415-555-0142', 'US', '+14155550142'],
  ['(415) 555-0142', 'US', '+14155550142'],
  ['14155550142', 'US', '+14155550142'],
  ['011 44 7700 900123', 'US', '+447700900123'],
  ['0044 7700 900123', 'US', '+447700900123'],
  ['612 34 56 78', 'ES', '+34612345678'],
  ['612345678', 'ES', '+34612345678'],
  ['34612345678', 'ES', '+34612345678'],
  ['0034 612 345 678', 'ES', '+34612345678'],
  ['(+34) 612-345-678', 'ES', '+34612345678'],
  ['(0034) 612.345.678', 'ES', '+34612345678'],
  ['+34 (0)612345678', 'ES', '+34612345678'],
  ['+39 (0)6 1234 5678', 'DE', '+390612345678'],
  ['491711234567', 'DE', '+491711234567'],
  ['3912345678', 'IT', '+393912345678'],
  ['393912345678', 'IT', '+393912345678'],
  ['55 99912-3456', 'BR', '+5555999123456'],
  ['0171 1234567', 'DE', '+491711234567'],
  ['61412345678', 'AU', '+61412345678'],
  ['919876543210', 'IN', '+919876543210'],
  ['2348031234567', 'NG', '+2348031234567'],
  ['555 0142', 'US', null],
  ['07700 900123', null, null],
  ['07700 900123 ext. 5', 'GB', null],
  ['call 447700900123', 'GB', null],
  ['07700 900123 / 07700 900124', 'GB', null],
  ['ask at the bar', 'GB', null],
  ['', 'GB', null],
];

describe.each(Object.entries(readers))('the parser of telephone numbers with the %s plans', (_name, read) => {
  test.each(spellings)('reads “%s” in %s', (typed, country, expected) => {
    expect(read(typed, country)?.number ?? null).toBe(expected);
  });

  test('reads what it has read', () => {
    const numbers = spellings.flatMap(([, country, number]) => (number ? [[number, country] as const] : []));
    expect(numbers.filter(([number, country]) => read(number, country)?.number !== number)).toEqual([]);
  });
});
