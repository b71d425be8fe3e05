import type { ReadItem } from './menu.ts';

const dietary: Record<string, ReadItem['dietary'][number]> = {
  v: 'vegetarian',
  vg: 'vegan',
  ve: 'vegan',
  gf: 'gluten_free',
  df: 'dairy_free',
};

// "(1,3,7)", "(A, C)" and a bare "1,3,7" behind a name: the numbers of allergens that European menus explain at their foot.
const numbers =
  /\s*(?:[([](?:\d{1,2}|[A-R])(?:\s?[,./+ ]\s?(?:\d{1,2}|[A-R]))*[)\]]|(?<=\s)\d{1,2}(?:,\s?\d{1,2}){1,8}|(?<=\s)[A-R](?:,\s?[A-R]){1,8})$/u;

/** Takes the marks off the ends of the texts: "Beetroot V, GF" is a vegetarian dish without gluten. */
export function readMarks(texts: string[]): { names: string[]; rest: string; dietary: ReadItem['dietary'] } {
  const found = new Set<ReadItem['dietary'][number]>();
  const strip = (text: string) => {
    let words = text.split(' ');
    for (;;) {
      const last = words.at(-1) ?? '';
      const marks = last
        .replace(/[()[\]]/g, '')
        .split(/[,/.]/)
        .filter(Boolean)
        .map((mark) => mark.toLowerCase().replace(/^v+$/, 'v'));
      const isEnclosed = /^[([]|[)\]]$/.test(last);
      const isMarks =
        marks.length > 0 &&
        marks.every((mark) => mark in dietary || (isEnclosed && /^(n|nf|h|gfo|vo|vgo|s)$/.test(mark)));
      // "Served with v": only capitals or small capitals are marks, and a name is never only marks.
      if (!isMarks || words.length < 2) break;
      for (const mark of marks) if (dietary[mark]) found.add(dietary[mark]);
      words = words.slice(0, -1);
    }
    return words.join(' ');
  };
  const rest = texts.at(-1)!;
  const stripped = strip(`. ${rest}`).replace(/^\. ?/, '');
  const allergens: string[] = [];
  const names = texts.slice(0, -1).map((text) => {
    const name = strip(text);
    const bare = name.replace(numbers, '');
    if (bare === name || !/\p{L}{2}/u.test(bare)) return name;
    allergens.push(name.slice(bare.length).trim());
    return strip(bare);
  });
  return { names, rest: [...allergens, stripped].filter(Boolean).join(' '), dietary: [...found] };
}
