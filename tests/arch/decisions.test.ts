import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/decisions');
const index = readFileSync(join(folder, 'README.md'), 'utf8');
const pages = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .map((file) => ({ file, number: file.slice(0, 3), text: readFileSync(join(folder, file), 'utf8') }));
const numbers = new Set(pages.map(({ number }) => number));

const numbersIn = (text: string): string[] =>
  [...text.matchAll(/\bdecisions?[\s*/]+((?:\d{3}(?:, | and | to |; )?)+)/gi)].flatMap(([, list]) =>
    list!.match(/\d{3}/g)!,
  );

describe('decisions', () => {
  test.each(pages)('$file has one form and at most 30 lines', ({ file, number, text }) => {
    expect(file).toMatch(/^\d{3}-[a-z0-9-]+\.md$/);
    expect(text).toMatch(new RegExp(`^# ${number}\\. \\S`));
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ]);
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines.filter((line) => line.length > 160 && !line.startsWith('|'))).toEqual([]);
  });

  test('are listed in the index with their title and status', () => {
    const rows = [...index.matchAll(/^\| (\d{3}) \| \[(.*)\]\((.*)\) \| (accepted|superseded by \d{3})\b.* \|$/gm)];
    expect(rows.map(([, number, title, file]) => [file, `# ${number}. ${title}`])).toEqual(
      pages.map(({ file, text }) => [file, text.slice(0, text.indexOf('\n'))]),
    );
  });

  test('that something names exist', () => {
    expect(numbersIn('Decision 048 says (decisions 078 and 105), see decision\n * 057')).toEqual([
      '048',
      '078',
      '105',
      '057',
    ]);
    const folders = 'bench,contract,demo,docs,server,site,src,sw,tests,tools';
    const files = globSync(['*.md', `{${folders}}/**/*.{css,md,mjs,ts,tsx}`], { cwd: root }).filter(
      (file) => file !== 'tests/arch/decisions.test.ts',
    );
    expect(files.length).toBeGreaterThan(1000);
    const missing = files.flatMap((file) =>
      numbersIn(readFileSync(join(root, file), 'utf8')).flatMap((number) =>
        numbers.has(number) ? [] : [[file, number]],
      ),
    );
    expect(missing).toEqual([]);
  });
});
