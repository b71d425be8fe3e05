import { expect, test } from 'vitest';
import { cleanName, foldName } from './names.ts';

test.each([
  ['composed and decomposed accents', 'Crème brûlée', 'Cre\u0300me bru\u0302le\u0301e'],
  ['zero-width spaces and marks', 'Crème brûlée', '\ufeffCrème\u200b brûlée\u2060'],
  ['entities', 'Crème brûlée', 'Cr&egrave;me br&#251;l&#xE9;e'],
  ['entities of entities', 'Fish & chips', 'Fish &amp;amp; chips'],
  ['spaces and case', 'Fish & chips', ' FISH\u00a0&amp;  Chips\u3000'],
])('takes %s for one name', (_, name, other) => {
  expect(foldName(other)).toBe(foldName(name));
  expect(cleanName(name)).toBe(name);
});

test('keeps what belongs to a name', () => {
  for (const name of ['Tom & Jerry; rum', '&; &x; &unknown; &#0;', 'نان\u200cبربری', '👨\u200d🍳', 'Café'])
    expect(cleanName(name)).toBe(name);
  expect(foldName('Pho')).not.toBe(foldName('Phở'));
});
