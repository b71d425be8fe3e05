import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';

const root = join(import.meta.dirname, '../..');

/** The table under "What may import what" in ARCHITECTURE.md: the first rule that matches a file applies. */
const rules: { files: RegExp; may: RegExp[]; packages?: RegExp }[] = [
  { files: /^contract\//, may: [/^contract\//], packages: /^zod\/mini$/ },
  { files: /^server\/main\.ts$/, may: [/^server\//, /^contract\//, /^demo\/seed\.ts$/] },
  { files: /^server\//, may: [/^server\//, /^contract\//] },
  { files: /^demo\//, may: [/^demo\//, /^server\//, /^contract\//] },
  { files: /^site\//, may: [/^site\//, /^contract\//, /^src\/ui\/tokens\.ts$/] },
  { files: /^sw\//, may: [/^sw\//, /^contract\//] },
  { files: /^src\/lib\//, may: [/^src\/lib\//] },
  { files: /^src\/data\//, may: [/^src\/(data|lib)\//, /^contract\//] },
  {
    files: /^src\/api\/use-(server-data|action)\.ts$/,
    may: [/^src\/(api|lib|session)\//, /^contract\//, /^src\/sync\/runtime\/client\.ts$/],
  },
  { files: /^src\/api\//, may: [/^src\/(api|lib|session)\//, /^contract\//] },
  {
    files: /^src\/sync\//,
    may: [/^src\/(sync|data|api|lib|session)\//, /^contract\//, /^src\/features\/mutations\.ts$/],
  },
  { files: /^src\/session\//, may: [/^src\/(session|data|api|sync|lib)\//, /^contract\//] },
  { files: /^src\/ui\//, may: [/^src\/(ui|lib)\//] },
  {
    files: /^src\/files\//,
    may: [/^src\/(files|ui|data|api|session|lib)\//, /^src\/sync\/runtime\/client\.ts$/, /^contract\//],
  },
  {
    files: /^src\/components\//,
    may: [
      /^src\/(components|ui|data|session|lib)\//,
      /^src\/sync\/runtime\/(client|state)\.ts$/,
      /^src\/links\.ts$/,
      /^contract\//,
    ],
  },
  {
    files: /^src\/features\/(\w[\w-]*)\//,
    may: [
      /^src\/features\/$1\//,
      /^src\/(components|files|ui|data|api|session|lib)\//,
      /^contract\//,
      /^src\/sync\/(runtime\/(client|state|registry)|recovery\/unsent-changes)\.ts$/,
      /^src\/features\/[\w-]+\/(queries|describe)\.ts$/,
      /^src\/(links|routes|views)\.ts$/,
    ],
  },
  {
    files: /^src\/shell\//,
    may: [
      /^src\/(shell|components|files|ui|data|api|session|sync|lib|features\/(unsent|notifications))\//,
      /^src\/(links|routes)\.ts$/,
      /^contract\//,
    ],
  },
];

describe('imports', () => {
  test('follow the directions that ARCHITECTURE.md names', () => {
    expect(sourceFiles().flatMap(breaches)).toEqual([]);
  });

  test('of files that run in Node touch no browser global', () => {
    const inNode = sourceFiles().filter((file) =>
      /^src\/(data|sync|api|session)\/|^src\/features\/[\w-]+\/(mutations|queries)\.ts$/.test(file),
    );
    expect(inNode.filter((file) => /^import\s[^;]*\.css'/m.test(read(file)))).toEqual([]);
  });

  test('of queueable calls never bypass the outbox', () => {
    // Screens send only calls that need the network; only the worker sends queued ones.
    const queued = Object.values(calls)
      .filter(({ options }) => options.offline.kind === 'queue')
      .map(({ name }) => name);
    expect(queued.length).toBeGreaterThan(3);
    const senders = sourceFiles().filter(
      (file) => file.startsWith('src/features/') && queued.some((name) => read(file).includes(`send(${name}`)),
    );
    expect(senders).toEqual([]);
  });
});

test('no circle of imports has more than three files', () => {
  const next = new Map(
    sourceFiles().map((file) => [file, importsOf(file).flatMap((path) => targetOf(file, path) ?? [])]),
  );
  expect(
    circlesOf(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', ['a']],
        ['d', []],
      ]),
    ),
  ).toEqual([['a', 'b', 'c']]);
  expect(circlesOf(next).filter((files) => files.length > 3)).toEqual([]);
});

test('only tests import the samples of calls', () => {
  const importers = sourceFiles()
    .filter((file) => !/^contract\/(sample|\w[\w-]*\/samples)\.ts$/.test(file))
    .filter((file) => importsOf(file).some((specifier) => /\/samples?\.ts$/.test(specifier)));
  expect(importers).toEqual([]);
});

test('ARCHITECTURE.md names only existing folders', () => {
  const named = [
    ...read('ARCHITECTURE.md').matchAll(/`((?:contract|server|src|sw|tests|bench|tools)\/[\w./-]*)`/g),
  ].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

function breaches(file: string): string[] {
  const rule = rules.find(({ files }) => files.test(file));
  if (!rule) return [];
  const own = rule.files.exec(file)?.[1] ?? '';
  const may = rule.may.map((pattern) => new RegExp(pattern.source.replace('$1', own)));
  return importsOf(file).flatMap((specifier) => {
    if (!specifier.startsWith('.'))
      return rule.packages && !rule.packages.test(specifier) ? [`${file} -> ${specifier}`] : [];
    const target = targetOf(file, specifier)!;
    return may.some((pattern) => pattern.test(target)) ? [] : [`${file} -> ${target}`];
  });
}

const targetOf = (file: string, path: string): string | null =>
  path.startsWith('.') ? relative(root, join(root, dirname(file), path)).replace(/\?.*$/, '') : null;

/** Groups of files that import each other, including lazy and type imports (Tarjan: each file is visited once). */
function circlesOf(next: Map<string, string[]>): string[][] {
  const circles: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    for (const other of next.get(file) ?? []) {
      if (!index.has(other)) visit(other);
      if (stack.includes(other)) low.set(file, Math.min(low.get(file)!, low.get(other)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const files = stack.splice(stack.indexOf(file));
    if (files.length > 1) circles.push(files);
  };
  for (const file of next.keys()) if (!index.has(file)) visit(file);
  return circles;
}

const importsOf = (file: string) =>
  [...read(file).matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, from, lazy]) => from ?? lazy ?? '',
  );

function sourceFiles(): string[] {
  return ['contract', 'demo', 'server', 'site', 'sw', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
