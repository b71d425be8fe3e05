import { asciiDigit } from './auth/phone.ts';

/** Signs of which only letters, in one or two, are typed. */
const spelt: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};

/** Latin, Greek and Cyrillic accents, Hebrew and Arabic vowels, Japanese sound marks, and Arabic's stretched line. */
const marks =
  /[\u0300-\u036f]|[\u0483-\u0487]|[\u0591-\u05bd]|\u05bf|\u05c1|\u05c2|\u0640|[\u064b-\u065f]|\u0670|\u3099|\u309a/g;
const apostrophes = /['`´ʹʻʼʽˈ‘’‛′＇]/g;

/**
 * Text as a search compares it: small letters without accents, plain digits and dashes, no apostrophes, single spaces: "O’Brien" is found
 * by "OBrien", "Łódź" by "lodz". In SQL: `fold_text`.
 */
export function fold(text: string): string {
  const plain = text.replace(apostrophes, '');
  // oxlint-disable-next-line no-control-regex
  const small = /^[\0-\x7f]*$/.test(plain) ? plain.toLowerCase() : withoutSigns(plain);
  return small.replace(/\s+/g, ' ').trim();
}

const withoutSigns = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[ßæœþøłıđðħŧςىیکة]/g, (sign) => spelt[sign]!)
    .replace(/[\p{Pd}−]/gu, '-');
