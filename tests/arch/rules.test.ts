import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The rule numbers in src/sync/RULES.md in order: "R1", "R2" and so on. */
function rules(): string[] {
  const page = readFileSync(join(root, 'src/sync/RULES.md'), 'utf8');
  return [...page.matchAll(/^- \*\*(R\d+) [^*]+\.\*\* \S/gm)].map(([, id]) => id!);
}

/** Every rule that a title of this test file names, in "(R4)" or "(R4, R5)". */
function rulesOfTitles(source: string): string[] {
  const calls = source.matchAll(/\b(?:describe|test|it)(?:\.\w+)*(?:<[^;]{1,200}?>)?(?=\()/g);
  return [...calls].flatMap((call) => {
    const at = call.index + call[0].length;
    // In test.each(cases)('title', …) the title is in the second pair of brackets.
    const title = titleAt(source, at) ?? titleAt(source, endOfBrackets(source, at)) ?? '';
    return [...title.matchAll(/\((R\d+(?:, R\d+)*)\)/g)].flatMap(([, ids]) => ids!.split(', '));
  });
}

function titleAt(source: string, at: number): string | undefined {
  const title = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/y;
  title.lastIndex = at;
  return title.exec(source)?.[2];
}

function endOfBrackets(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if (source[at] === '(') depth += 1;
    else if (source[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return source.length;
}

const files = globSync('{bench,contract,server,src,sw,tests,tools}/**/*.{test,e2e}.{ts,tsx}', { cwd: root });
const named = files
  // Titles in this file are samples.
  .filter((file) => file !== 'tests/arch/rules.test.ts')
  .flatMap((file) => rulesOfTitles(readFileSync(join(root, file), 'utf8')).map((rule) => ({ file, rule })));

describe('rules of the sync layer', () => {
  test('are numbered in order, and no number is used again', () => {
    const numbers = rules().map((rule) => Number(rule.slice(1)));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(rules().length).toBeGreaterThan(40);
  });

  test('are the only ones that test titles name', () => {
    expect(named.filter(({ rule }) => !rules().includes(rule))).toEqual([]);
  });

  test('each have a test that names them', () => {
    const proven = new Set(named.map(({ rule }) => rule));
    expect(rules().filter((rule) => !proven.has(rule))).toEqual([]);
  });

  test('are found in titles in every notation', () => {
    const source = [
      `test('one (R1)', () => {});`,
      `  test("somebody's (R2, R13)", async () => {`,
      `describe.each(cases)('%s of many (R3)', () => {`,
      `test.runIf(process.platform === 'linux')(\n    \`a long \${one} (R4)\`,`,
      `test.each<[string, () => void]>([['a', () => go(1)]])(\n  'typed %s (R7)', () => {});`,
      `test.each(all.filter(([, { is }]) => !is(x())))('deep %s (R8)', () => {});`,
      `// test of (R5)`,
      `expect('(R6)')`,
    ].join('\n');
    expect(rulesOfTitles(source)).toEqual(['R1', 'R2', 'R13', 'R3', 'R4', 'R7', 'R8']);
  });
});
