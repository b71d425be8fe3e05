import { scoreLine, type SearchQuery } from './search-query.ts';

/** Some rows in one string, which is searched faster than as many short ones. */
export interface Block {
  ids: string[];
  /** The greater comes first among equally good hits. */
  ranks: number[];
  text: string;
  /** Where each row's line begins in `text`, and the end of the last one. */
  starts: number[];
}

export interface IndexedRow {
  id: string;
  line: string;
  rank: number;
}

export function blockOf(rows: IndexedRow[]): Block {
  const starts = [0];
  for (const { line } of rows) starts.push(starts.at(-1)! + line.length + 1);
  return {
    ids: rows.map(({ id }) => id),
    ranks: rows.map(({ rank }) => rank),
    text: rows.map(({ line }) => `${line}\n`).join(''),
    starts,
  };
}

interface Hit {
  id: string;
  score: number;
  rank: number;
}

/** The best hits of one area and how many there are. */
export class Hits {
  best: Hit[] = [];
  private readonly ids = new Set<string>();
  private readonly limit: number;
  private readonly recent: ReadonlyMap<string, number>;

  /** `recent`: ids that were opened lately, with the newest having the highest number. They come first. */
  constructor(limit: number, recent: ReadonlyMap<string, number>) {
    this.limit = limit;
    this.recent = recent;
  }

  get count(): number {
    return this.ids.size;
  }

  /** A row that was found already does not count again. */
  add(id: string, score: number, rank: number): void {
    if (this.ids.has(id)) return;
    this.ids.add(id);
    const opened = this.recent.get(id);
    const hit = { id, score: opened === undefined ? score : RECENT + opened, rank };
    const last = this.best.at(-1);
    if (this.best.length === this.limit && last && compareHits(last, hit) <= 0) return;
    this.best.push(hit);
    this.best.sort(compareHits);
    this.best.length = Math.min(this.best.length, this.limit);
  }
}

/** More than any score of a line. */
const RECENT = 10;
const compareHits = (a: Hit, b: Hit) => b.score - a.score || b.rank - a.rank;

/** Adds the rows of a block that match. */
export function searchBlock(block: Block, query: SearchQuery, hits: Hits): void {
  for (const needle of needlesOf(query)) {
    for (let at = block.text.indexOf(needle); at >= 0;) {
      const row = rowAt(block.starts, at);
      const end = block.starts[row + 1]!;
      const score = scoreLine(block.text.slice(block.starts[row], end - 1), query);
      if (score > 0) hits.add(block.ids[row]!, score, block.ranks[row]!);
      at = block.text.indexOf(needle, end);
    }
  }
}

/** A row matches only if its line contains one of these. */
function needlesOf({ terms, phone }: SearchQuery): string[] {
  const rarest = terms.toSorted((a, b) => b.word.length - a.word.length)[0];
  return [...new Set([...(rarest?.needles ?? []), ...phone])];
}

/** The row whose line contains this position. */
function rowAt(starts: number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle;
  }
  return low;
}
