import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

describe('reading sources', () => {
  test('find the classes of a stylesheet', () => {
    const css =
      '/* .no */ .a.b > :global(.fui-Input) { top: 1.5s; composes: c; }\n@media (max-width: 639.9px) { .d:not(.e)::after { content: ".f"; } }';
    expect(classesOf(css)).toEqual({ defined: new Set(['a', 'b', 'd', 'e']), composed: new Set(['c']) });
  });

  test('finds used classes, and those named by a variable', () => {
    const source = "import css from './x.module.css';\n// css.comment\nconst a = [css.a, css.b]; css[tone]; notcss.c;";
    expect(usesOf(source)).toEqual([{ path: './x.module.css', names: new Set(['a', 'b']), isVariable: true }]);
  });
});

describe('classes of all screens', () => {
  const defined = new Set(
    globSync('src/ui/*.css', { cwd: root })
      .filter((file) => !file.endsWith('.module.css'))
      .flatMap((file) => [...classesOf(read(file)).defined])
      .filter((name) => name.startsWith('g-')),
  );
  const used = new Set(
    globSync('src/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) => namesIn(withoutComments(read(file)), /(?<![\w-])(g-[a-z][a-z0-9-]*)/g)),
  );

  test('that screens use exist', () => {
    expect(defined.size).toBeGreaterThan(50);
    expect([...used.difference(defined)]).toEqual([]);
  });

  test('that exist are used', () => {
    expect([...defined.difference(used)]).toEqual([]);
  });
});

describe('classes of CSS modules', () => {
  // The compiler accepts any name: a class that is misspelt, or renamed on one side only, silently has no effect.
  const sheets = globSync('src/**/*.module.css', { cwd: root });
  const uses = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      usesOf(read(file)).map((use) => ({ ...use, file, sheet: relative(root, join(root, dirname(file), use.path)) })),
    );

  test('that components use are defined', () => {
    expect(uses.length).toBeGreaterThan(100);
    const missing = uses.flatMap(({ file, sheet, names }) =>
      [...names.difference(classesOf(read(sheet)).defined)].map((name) => `${file}: ${name} is not in ${sheet}`),
    );
    expect(missing).toEqual([]);
  });

  test('that modules define are used', () => {
    const unused = sheets.flatMap((sheet) => {
      const { defined, composed } = classesOf(read(sheet));
      const used = uses.filter((use) => use.sheet === sheet).flatMap(({ names }) => [...names]);
      return [...defined.difference(new Set([...used, ...composed]))].map((name) => `${sheet}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  test('are named literally, so that uses can be checked', () => {
    expect(uses.filter(({ isVariable }) => isVariable).map(({ file }) => file)).toEqual([]);
  });
});

function classesOf(css: string): { defined: Set<string>; composed: Set<string> } {
  const plain = css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/"[^"\n]*"|'[^'\n]*'/g, "''")
    .replaceAll(/:global\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '');
  const selectors = [...plain.matchAll(/([^{};]*)\{/g)].map(([, selector]) => selector!);
  return {
    defined: new Set(selectors.flatMap((selector) => namesIn(selector, /\.([a-z_][\w-]*)/gi))),
    composed: new Set(namesIn(plain, /composes:([^;]*)/g).flatMap((names) => names.trim().split(/\s+/))),
  };
}

function usesOf(source: string): { path: string; names: Set<string>; isVariable: boolean }[] {
  const plain = withoutComments(source);
  const body = plain.replaceAll(/^import .*$/gm, '');
  return [...plain.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].map(([, name, path]) => ({
    path: path!,
    names: new Set(namesIn(body, new RegExp(String.raw`(?<![\w.])${name}\.(\w+)`, 'g'))),
    isVariable: new RegExp(String.raw`(?<![\w.'])${name}(?:\[|\)|,\s)`).test(body),
  }));
}

const withoutComments = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
