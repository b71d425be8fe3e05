import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

const ID = '01890000-0000-7000-8000-0000ab12cd34';
const plain = (name: string) => slugOf(name, ID).replace(/-ab12cd34$/, '');

test.each([
  ['Crème Brûlée', 'creme-brulee'],
  ['Creme Brule\u0301e', 'creme-brulee'],
  ['Łódź', 'lodz'],
  ['Smørrebrød & Æble', 'smorrebrod-aeble'],
  ['Weißes Rößl', 'weisses-rossl'],
  ['Ağaçkakan IŞIK ılık', 'agackakan-isik-ilik'],
  ['Đồng Quê', 'dong-que'],
  ["Nonna's  Table", 'nonnas-table'],
  ['O’Brien’s No. 1', 'obriens-no-1'],
  ['Ｃａｆｅ ２４', 'cafe-24'],
  ['Кафе Пушкинъ', 'kafe-pushkin'],
  ['Чайка', 'chaika'],
  ['Ταβέρνα', 'taverna'],
  ['寿司 Sushi Bar', 'sushi-bar'],
  ['寿司', 'kitchen'],
  ['مطعم', 'kitchen'],
  ['!!!', 'kitchen'],
])('%s has the address %s', (name, address) => {
  expect(plain(name)).toBe(address);
  expect(slugOf(name, ID)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-ab12cd34$/);
});
