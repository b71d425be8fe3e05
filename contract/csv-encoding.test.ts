import { expect, test } from 'vitest';
import { decodeText, encodings, guessEncoding, isGuessed, untwice, type Encoding } from './csv-encoding.ts';

/** The bytes of a text, by what `TextDecoder` makes of each byte. */
function encode(text: string, encoding: string): Uint8Array {
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) bytes.set(new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte);
  return Uint8Array.from(Array.from(text, (sign) => bytes.get(sign)!));
}
const utf8 = (text: string) => new TextEncoder().encode(text);
const twice = (text: string) => utf8(new TextDecoder('windows-1252').decode(utf8(text)));

test.each<[Encoding, string]>([
  ['macintosh', 'Crème brûlée,Besançon\nKöln,Straße'],
  ['macintosh', 'José Núñez'],
  ['macintosh', 'Joe’s “Best” – café'],
  ['macintosh', 'Soup,€5.00\nTea,2.00 €'],
  ['macintosh', 'Pastéis de nata\nPão\nCORAÇÃO'],
  ['macintosh', 'Oeufs à la neige'],
  ['macintosh', 'CAFÉ CRÈME'],
  ['windows-1251', 'Борщ,Москва\nПельмени,Тула'],
  ['windows-1251', 'Иван Петров'],
  ['windows-1251', 'БОРЩ\nЩИ'],
  ['windows-1253', 'Σουβλάκι\nΤαβέρνα'],
  ['windows-1250', 'Łódź\nŻurek\nPierogi z mięsem'],
  ['windows-1252', 'Crème brûlée,Besançon\nKöln,Straße'],
  ['windows-1252', 'Joe’s “Best” – café'],
  ['windows-1252', 'Soup,€ 5.00\nTea,£2.00'],
  ['windows-1252', 'Smørrebrød\nÆble\nRød grød med fløde\nBlåbær'],
  ['windows-1252', 'Plat à emporter'],
  ['windows-1252', 'ENTRECÔTE'],
])('%s is told by its words: %j', (encoding, text) => {
  const bytes = encode(`name,city\n${text}\n`, encoding);
  expect(guessEncoding(bytes)).toBe(encoding);
  expect(decodeText(bytes, encoding)).toBe(`name,city\n${text}\n`);
});

test.each(['Crème brûlée, Besançon', 'Łódź’s “x” €5', '寿司', 'Борщ', 'Á Í'])(
  '%s is read though it was encoded twice',
  (text) => {
    expect(guessEncoding(twice(text))).toBe('utf-8-twice');
    expect(decodeText(twice(text), 'utf-8-twice')).toBe(text);
  },
);

test('what was encoded once beside it stays', () => {
  const bytes = Uint8Array.from([...utf8('Café, “Zoë”, '), ...twice('Crème, “Ü”, '), ...twice('brûlée')]);
  expect(decodeText(bytes, guessEncoding(bytes))).toBe('Café, “Zoë”, Crème, “Ü”, brûlée');
  for (const text of ['naïve São Vinho, Äpfel, “quoted” – ok €5 £5 ½, ÃO', '寿司, Łódź', 'Crème brûlée']) {
    expect(guessEncoding(utf8(text))).toBe('utf-8');
    expect(untwice(text)).toBe(text);
  }
});

test('only what the bytes do not prove is a guess', () => {
  expect(encodings.filter((one) => !isGuessed(one))).toEqual(['utf-8', 'utf-16le', 'utf-16be']);
});
