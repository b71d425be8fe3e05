import { plainDigits } from '../auth/phone.ts';

/** Where Royal Mail's form is used: districts of different lengths, then a digit and two letters. */
const british = new Set(['GB', 'GG', 'JE', 'IM', 'GI', 'FK']);
/** Whose postcodes begin with letters that tell places apart. Elsewhere they only name the country: "D-10115", "FI-00100". */
const lettered = new Set([
  'AD',
  'AI',
  'BB',
  'BM',
  'BN',
  'CA',
  'IE',
  'KY',
  'MS',
  'MT',
  'SZ',
  'TC',
  'VC',
  'VG',
  ...british,
]);

/** Only letters and digits, however they are typed: "１００－０００１" → "1000001", "d6w-xy00" → "D6WXY00". */
const bare = (text: string): string =>
  plainDigits(text)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** As a location keeps it. The space of "SE1 9" tells a part of SE1 from SE19. */
export const readPostcode = (text: string): string =>
  plainDigits(text)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a postcode is in the area that an entry names; without a country it is read by its form. */
export function coversPostcode(entry: string, postcode: string, country: string | null): boolean {
  if (bare(entry) === '' || bare(postcode) === '') return false;
  const isBritish = country === null ? whole.test(bare(postcode)) : british.has(country);
  if (isBritish) return coversBritish(britishParts(entry), britishParts(postcode));
  return plainCode(postcode, country).startsWith(plainCode(entry, country));
}

function plainCode(text: string, country: string | null): string {
  const code = bare(text);
  // Dublin 1 is D01 for Eircode.
  if (country === 'IE') return code.replace(/^(D)([1-9])(?=W?$|W?[A-Z\d]{4}$)/, '$10$2').replace(/^D06W/, 'D6W');
  if (country === null || lettered.has(country)) return code;
  return code.replace(/^\p{L}{1,3}(?=\d)/u, '');
}

const whole = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/;
type Parts = [outward: string, inward: string];

/** "SW1A 2AA" → SW1A, 2AA; "SE1 9" → SE1, 9; "SE19" → SE19. */
function britishParts(text: string): Parts {
  const spaced = readPostcode(text).split(' ');
  const code = spaced.join('');
  const [, ...parts] = whole.exec(code) ?? /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]?)$/.exec(code) ?? [];
  const isDistrict = /^[A-Z]{1,2}(?:\d[A-Z\d]?)?$/.test(code);
  if (spaced.length === 2 && /^\d[A-Z]{0,2}$/.test(spaced[1]!)) return spaced as Parts;
  return isDistrict || parts.length < 2 ? [code, ''] : (parts as Parts);
}

/** "SW1" covers its parts SW1A to SW1Y as well, "E1" covers E1W; neither covers a district of another number. "SE" covers SE1 to SE28. */
function coversBritish([outward, inward]: Parts, [out, into]: Parts): boolean {
  if (/^[A-Z]+$/.test(outward)) return /^[A-Z]+/.exec(out)?.[0] === outward;
  const isPart = inward === '' && /\d$/.test(outward) && out.replace(/[A-Z]$/, '') === outward;
  return (out === outward || isPart) && into.startsWith(inward);
}

/** What an entry covers in this country and what it does not, for the editor's hint; the tests hold it to that. */
export interface PostcodeExample {
  entry: string;
  covers: string[];
  refuses: string[];
}
const examples: Record<string, PostcodeExample> = {
  GB: { entry: 'E1', covers: ['E1 6AN', 'E1W 2PH'], refuses: ['E10 5AA', 'EC1A 1BB'] },
  IE: { entry: 'D02', covers: ['D02 AF30'], refuses: ['D20 AF30'] },
  NL: { entry: '1012', covers: ['1012 AB'], refuses: ['1013 AB'] },
  CA: { entry: 'M5V', covers: ['M5V 2T6'], refuses: ['M5T 2T6'] },
  US: { entry: '10001', covers: ['10001', '10001-1234'], refuses: ['10002'] },
  JP: { entry: '100', covers: ['100-0001'], refuses: ['101-0001'] },
  BR: { entry: '01310', covers: ['01310-100'], refuses: ['01311-100'] },
  PT: { entry: '1000', covers: ['1000-001'], refuses: ['1001-001'] },
  PL: { entry: '00-0', covers: ['00-001'], refuses: ['00-950'] },
  KR: { entry: '03', covers: ['03051'], refuses: ['04524'] },
  AR: { entry: '1425', covers: ['C1425ABC'], refuses: ['C1426ABC'] },
};
const anywhere: PostcodeExample = { entry: '1011', covers: ['10115'], refuses: ['10245'] };

export const postcodeExample = (country: string | null): PostcodeExample =>
  examples[country !== null && british.has(country) ? 'GB' : (country ?? '')] ?? anywhere;
