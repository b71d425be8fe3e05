/** A restaurant's public address: its name in plain letters and the end of its id, so that equal names differ. */
export function slugOf(name: string, id: string): string {
  const plain = latinOf(name)
    .replaceAll(/(?<=[a-z0-9])['’ʼ](?=[a-z])/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return `${plain || 'kitchen'}-${id.replaceAll('-', '').slice(-8).toLowerCase()}`;
}

/** "Łódź" → "lodz", "Кафе" → "kafe", "Ταβέρνα" → "taverna". Other scripts have no letters that everybody would write. */
const latinOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\0-\x7f]/gu, (sign) => latin.get(sign) ?? sign);

const pairs = (from: string, to: string) => {
  const sounds = to.split(' ');
  return Array.from(from, (sign, at) => [sign, sounds[at] ?? ''] as const);
};
/** Letters that are no plain letter with a mark on it. */
const latin = new Map([
  ...pairs('łđðøæœßþıħŋ', 'l d d o ae oe ss th i h n'),
  ...pairs('абвгдежзиклмнопрстуфхцчшщъыьэюя', 'a b v g d e zh z i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya'),
  ...pairs('іїєґђјљњћџ', 'i i ye g d j lj nj c dz'),
  ...pairs('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
]);
