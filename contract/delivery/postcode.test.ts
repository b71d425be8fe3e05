import { expect, test } from 'vitest';
import { coversPostcode, postcodeExample } from './postcode.ts';

test.each([
  [
    'E1',
    'GB',
    ['E1 6AN', 'e16an', 'E1W 2PH', 'Ｅ１　６ＡＮ', 'E1'],
    ['E10 5AA', 'E11 1AA', 'E17 3AA', 'EC1A 1BB', '', 'E10'],
  ],
  ['E', 'GB', ['E17 3AA'], ['EC1A 1BB', 'EN1 1AA']],
  ['SW1', 'GB', ['SW1A 2AA'], ['SW11 4AB']],
  ['SE19', 'GB', ['SE19 1AA'], ['SE1 9GF']],
  ['SE1 9', 'GB', ['SE1 9GF'], ['SE19 1AA', 'SE1 8XX']],
  ['se1-9gf', 'GB', ['SE1 9GF'], ['SE1 9GG']],
  ['E1', null, ['E1 6AN'], ['E10 5AA']],
  ['100-0001', 'JP', ['1000001', '１００－０００１', '〒100-0001'], ['100-0002']],
  ['1012', 'NL', ['1012 AB', 'NL-1012AB'], ['1013 AB']],
  ['1012 AB', 'NL', ['1012ab'], ['1012 AC']],
  ['M5V 2', 'CA', ['m5v2t6', 'M5V-2T6'], ['M5V 3A1']],
  ['D2', 'IE', ['D02 AF30', 'd2af30'], ['D20 AF30', 'D24 AF30']],
  ['D6W', 'IE', ['D6W XY00'], ['D06 XY00']],
  ['D6', 'IE', ['D06 XY00'], ['D6W XY00']],
  ['01310-100', 'BR', ['01310100'], ['01310-200']],
  ['1000', 'PT', ['1000-001'], ['1100-001']],
  ['00-001', 'PL', ['00001'], ['00-002']],
  ['10001', 'US', ['10001', '10001-1234', '100011234'], ['10002']],
  ['03051', 'KR', ['03051'], ['03052']],
  ['10115', 'DE', ['D-10115', '10115'], ['10117']],
  ['D-10115', 'DE', ['10115'], ['10117']],
  ['1425', 'AR', ['C1425ABC', '1425'], ['C1426ABC']],
  ['VLT', 'MT', ['VLT 1117'], ['SLM 1117']],
])('%s in %s covers %j and not %j', (entry, country, inside, outside) => {
  const covered = (codes: string[]) => codes.filter((code) => coversPostcode(entry, code, country));
  expect(covered(inside)).toEqual(inside);
  expect(covered(outside)).toEqual([]);
});

test.each(['GB', 'JE', 'IE', 'NL', 'CA', 'US', 'JP', 'BR', 'PT', 'PL', 'KR', 'AR', 'DE', 'IN', null])(
  'the example for %s is so',
  (country) => {
    const { entry, covers, refuses } = postcodeExample(country);
    expect(covers.every((code) => coversPostcode(entry, code, country))).toBe(true);
    expect(refuses.some((code) => coversPostcode(entry, code, country))).toBe(false);
  },
);
