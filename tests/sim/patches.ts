import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The sources that a patch may change, by path from the repository root. */
export interface Sources {
  read(file: string): string | null;
  /** Paths with this ending. */
  ending(name: string): string[];
}

/** The patch names a missing file, or its lines are not in the file. Nothing is applied. */
export class Misfit extends Error {}

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['src', 'server', 'contract'];

export const checkout: Sources = {
  read: (file) => (existsSync(root + file) ? readFileSync(root + file, 'utf8') : null),
  ending: (name) => folders.flatMap((folder) => globSync(`${folder}/**/${name}`, { cwd: root })),
};

/**
 * Returns the patched sources by path. Accepts unified diffs of git or diff, with or without prefixes, context and line numbers, for one or
 * more files. A hunk is located by its lines, so it survives edits around it; line numbers decide between several matches.
 */
export function patched(text: string, sources: Sources = checkout): Map<string, string> {
  const now = new Map<string, string>();
  const read = (file: string) => now.get(file) ?? sources.read(file);
  const sections = sectionsOf(text.replaceAll('\r\n', '\n').split('\n'));
  if (sections.length === 0)
    throw new Misfit('It is no unified diff: no file is named by lines that begin with --- and +++');
  for (const section of sections) {
    const candidates = filesOf(section, sources);
    if (candidates.length === 0)
      throw new Misfit(`There is no ${section.names.join(' and no ')} in ${folders.join(', ')}`);
    let why: unknown;
    const found = candidates.find((file) => {
      try {
        now.set(file, withHunks(file, read(file) ?? '', section.hunks));
        return true;
      } catch (error) {
        why ??= error;
        return false;
      }
    });
    if (!found) throw why;
  }
  return now;
}

interface Hunk {
  /** Line number in the old file, from 1; null if the hunk has none. */
  at: number | null;
  /** Each starts with its sign: " ", "-" or "+". */
  lines: string[];
}

interface Section {
  /** Old and new path as the diff writes them. */
  names: string[];
  isNew: boolean;
  hunks: Hunk[];
}

const HEAD = /^@@(?: -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@)?/;

function sectionsOf(lines: string[]): Section[] {
  const sections: Section[] = [];
  for (let i = 0; i < lines.length;) {
    if (!lines[i]!.startsWith('--- ') || !lines[i + 1]?.startsWith('+++ ')) {
      i += 1;
      continue;
    }
    const names = [nameOf(lines[i]!), nameOf(lines[i + 1]!)];
    const section: Section = {
      names: names.filter((name) => name !== '/dev/null'),
      isNew: names[0] === '/dev/null',
      hunks: [],
    };
    if (names[1] === '/dev/null') throw new Misfit(`${names[0]} is deleted: only changed and new files can be planted`);
    sections.push(section);
    i += 2;
    while (lines[i]?.startsWith('@@')) {
      const [hunk, next] = hunkAt(lines, i);
      section.hunks.push(hunk);
      i = next;
    }
    if (section.hunks.length === 0) throw new Misfit(`Nothing is changed in ${names[0]}: it has no @@ line`);
  }
  return sections;
}

/** Without the time that diff appends. */
const nameOf = (line: string): string =>
  line
    .slice(4)
    .split('\t')[0]!
    .trim()
    .replace(/^"(.*)"$/, '$1');

function hunkAt(lines: string[], from: number): [Hunk, number] {
  const head = HEAD.exec(lines[from]!);
  const at = head?.[1] === undefined ? null : Number(head[1]);
  let [before, after] = at === null ? [Infinity, Infinity] : [Number(head![2] ?? 1), Number(head![3] ?? 1)];
  const hunk: Hunk = { at, lines: [] };
  let i = from + 1;
  for (; i < lines.length && (before > 0 || after > 0); i++) {
    // An empty context line whose leading blank was trimmed by an editor.
    const line = lines[i] === '' && !isEnd(lines, i, at) ? ' ' : lines[i]!;
    if (line.startsWith('\\')) continue;
    if (!/^[-+ ]/.test(line) || (at === null && isNext(lines, i))) break;
    if (line[0] !== '+') before -= 1;
    if (line[0] !== '-') after -= 1;
    hunk.lines.push(line);
  }
  while (lines[i]?.startsWith('\\')) i += 1; // "No newline at end of file"
  return [hunk, i];
}

const isNext = (lines: string[], i: number): boolean =>
  lines[i]!.startsWith('--- ') && lines[i + 1]?.startsWith('+++ ') === true;

/** A hunk without counts ends at the next header or at the end of the file. */
const isEnd = (lines: string[], i: number, at: number | null): boolean =>
  at === null && (lines.slice(i).every((line) => line === '') || /^(@@|diff |--- )/.test(lines[i + 1] ?? ''));

/** The files that a section may mean, most likely first. Extra path segments before the name are ignored. */
function filesOf({ names, isNew }: Section, sources: Sources): string[] {
  const found: string[] = [];
  for (const name of names) {
    const plain = name.replace(/(\.(orig|old|new|bak|mutant|patched)|~)$/, '');
    const parts = plain.split('/');
    for (let n = 0; n < parts.length; n++) {
      const rest = parts.slice(n).join('/');
      const isInside = folders.includes(parts[n]!) && n < parts.length - 1;
      if (isInside && (isNew || sources.read(rest) !== null)) found.push(rest);
      else if (!isNew && rest.endsWith('.ts')) found.push(...sources.ending(rest));
    }
  }
  return [...new Set(found)];
}

function withHunks(file: string, source: string, hunks: Hunk[]): string {
  let lines = source.split('\n');
  let drift = 0;
  for (const [n, hunk] of hunks.entries()) {
    const { at, skipped } = placeOf(file, lines, hunk, [n + 1, hunks.length], drift);
    const kept = hunk.lines.slice(skipped.before, hunk.lines.length - skipped.after);
    const before = kept.filter((line) => line[0] !== '+').length;
    // Keep the file's own context line: the patch may have lost trailing blanks.
    let from = at;
    const after = kept.flatMap((line) => {
      if (line[0] === '+') return [line.slice(1)];
      const own = lines[from++]!;
      return line[0] === ' ' ? [own] : [];
    });
    lines = [...lines.slice(0, at), ...after, ...lines.slice(at + before)];
    drift += after.length - before;
  }
  return lines.join('\n');
}

interface Place {
  at: number;
  /** Context lines at the ends of the hunk that do not match the file. */
  skipped: { before: number; after: number };
}

function placeOf(file: string, lines: string[], hunk: Hunk, [n, count]: [number, number], drift: number): Place {
  const place = `hunk ${n} of ${count}, for ${file},`;
  const old = (from: number, to: number) => hunk.lines.slice(from, to).filter((line) => line[0] !== '+');
  for (const fuzz of [0, 1, 2]) {
    const skipped = { before: contextAt(hunk.lines, fuzz), after: contextAt(hunk.lines.toReversed(), fuzz) };
    const wanted = old(skipped.before, hunk.lines.length - skipped.after).map((line) => line.slice(1).trimEnd());
    const expected = hunk.at === null ? null : hunk.at - 1 + skipped.before + drift;
    if (wanted.length === 0) {
      if (expected === null || fuzz > 0)
        throw new Misfit(`${place} has no line that stands in the file, and no number`);
      // Only additions: insert after the named line.
      return { at: Math.min(Math.max(expected + 1, 0), lines.length), skipped };
    }
    const places = lines.flatMap((_, at) => (wanted.every((line, i) => lines[at + i]?.trimEnd() === line) ? [at] : []));
    if (places.length > 1 && expected === null)
      throw new Misfit(`${place} fits in ${places.length} places: give it more lines around it`);
    const [nearest] = places.toSorted((a, b) => Math.abs(a - expected!) - Math.abs(b - expected!));
    if (nearest !== undefined) return { at: nearest, skipped };
  }
  const strange = old(0, hunk.lines.length).find(
    (line) => !lines.some((other) => other.trimEnd() === line.slice(1).trimEnd()),
  );
  throw new Misfit(
    `${place} fits nowhere${strange ? `: no line there says «${strange.slice(1).trim()}»` : ': its lines do not stand together there'}`,
  );
}

/** Number of context lines among the first `most`. */
function contextAt(lines: string[], most: number): number {
  const at = lines.findIndex((line) => line[0] !== ' ');
  return Math.min(most, Math.max(at, 0));
}
