import * as long from 'libphonenumber-js/max';
import * as short from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { createPhoneReader, readPhoneText } from './phone-reader.ts';
import { phoneKeys, phoneKeysOf, phoneNeedles } from './phone-search.ts';

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
  ['+52 1 55 1234 5678', null, '+525512345678'],
  ['044 55 1234 5678', 'MX', '+525512345678'],
  ['+55 31 8888-7777', null, '+5531988887777'],
  ['31 8888-7777', 'BR', '+5531988887777'],
  ['31 3333-7777', 'BR', '+553133337777'],
  ['011 15 2345-6789', 'AR', '+5491123456789'],
  ['+229 97 12 34 56', null, '+2290197123456'],
  ['97 12 34 56', 'BJ', '+2290197123456'],
  ['+225 07 12 34 56', null, '+2250707123456'],
  ['+225 44 12 34 56', null, '+2250544123456'],
  ['+225 01 12 34 56', null, '+2250101123456'],
  ['22 41 56 78', 'CI', '+2252722415678'],
  ['+241 04 12 34 56', null, '+24174123456'],
  ['+62 0812-3456-789', null, '+628123456789'],
  ['0812-3456-789', 'ID', '+628123456789'],
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

const one = '+447700900601';
const two = '+447700900602';
describe.each(Object.entries(readers))('what was typed as a number, with the %s plans,', (_name, parse) => {
  const read = (typed: string, country: string | null) => readPhoneText((text) => parse(text, country), typed);

  test.each([
    ['07700 900601', [one], one],
    ['07700 900601 ext 4', [one], `${one} ext 4`],
    ['07700 900601 ext. 4', [one], `${one} ext. 4`],
    ['07700900601x4', [one], `${one}x4`],
    ['07700 900601 #4', [one], `${one} #4`],
    ['07700 900601, 4', [one], `${one}, 4`],
    ['07700 900601 (Tom)', [one], `${one} (Tom)`],
    ['call 07700 900601 after 5pm', [one], `call ${one} after 5pm`],
    ['Tel: +44 (0)7700 900601', [one], `Tel: ${one}`],
    ['07700 900601 / 07700 900602', [one, two], `${one} / ${two}`],
    ['07700900601/07700900602', [one, two], `${one}/${two}`],
    ['07700 900601 or +447700900602', [one, two], `${one} or ${two}`],
    ['07700 900601 - 07700 900602', [one, two], `${one} - ${two}`],
    ['07700 900601 07700 900602', [one, two], `${one} ${two}`],
    ['07700 900601\n07700 900602 (work)', [one, two], `${one} ${two} (work)`],
    ['+44 7700 900601+44 7700 900602', [one, two], `${one}${two}`],
    ['07700 900601; 0033 6 12 34 56 78', [one, '+33612345678'], `${one}; +33612345678`],
    ['０７７００ ９００６０１ 内線 4', [one], `${one} 内線 4`],
    ['ask at the bar', [], 'ask at the bar'],
    ['table 12, 5 people', [], 'table 12, 5 people'],
    ['07700 900601 4567 8901', [], '07700 900601 4567 8901'],
  ])('“%s” is the numbers %j', (typed, numbers, text) => {
    const fields = read(typed, 'GB');
    expect(fields).toEqual({ phone: numbers[0] ?? null, phone_raw: text === numbers[0] ? null : text });
    if (numbers.length > 0) expect(phoneKeysOf(fields)).toEqual(numbers.map((number) => number.slice(1)));
    expect(read(text, 'GB')).toEqual(fields);
  });

  test('German numbers may have a stroke inside', () => {
    expect(read('0171/1234567 / 0172/7654321', 'DE')).toEqual({
      phone: '+491711234567',
      phone_raw: '+491711234567 / +491727654321',
    });
    expect(read('0171/1234567', 'DE')).toEqual({ phone: '+491711234567', phone_raw: null });
  });
});

test.each([
  ['+5215512345678', '+525512345678'],
  ['+553188887777', '+5531988887777'],
  ['+541123456789', '+5491123456789'],
  ['+22997123456', '+2290197123456'],
  ['+22507123456', '+2250707123456'],
  ['+24104123456', '+24174123456'],
  ['07700 900601 ext 4', '7700900601'],
])('%s and %s are one number', (other, number) => {
  expect(phoneKeys(other)).toEqual(phoneKeys(number));
});

test.each([
  ['+52 1 55 1234 5678', '525512345678'],
  ['31 8888-7777', '5531988887777'],
  ['+54 9 11 2345-6789', '541123456789'],
  ['+54 11 2345-6789', '5491123456789'],
  ['07700 900601 ext 4', '447700900601'],
])('a search for “%s” finds %s', (typed, stored) => {
  expect(phoneNeedles(typed).some((needle) => stored.includes(needle))).toBe(true);
});
