import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';

const root = join(import.meta.dirname, '../..');

/** What ARCHITECTURE.md says under "What may import what": the first rule that fits a file holds for it. */
const rules: { files: RegExp; may: RegExp[]; packages?: RegExp }[] = [
  { files: /^contract\//, may: [/^contract\//], packages: /^zod\/mini$/ },
  { files: /^server\/main\.ts$/, may: [/^server\//, /^contract\//, /^demo\/seed\.ts$/] },
  { files: /^server\//, may: [/^server\//, /^contract\//] },
  { files: /^demo\//, may: [/^demo\//, /^server\//, /^contract\//] },
  { files: /^site\//, may: [/^site\//, /^contract\//, /^src\/ui\/tokens\.ts$/] },
  { files: /^sw\//, may: [/^sw\//, /^contract\//] },
  { files: /^src\/lib\//, may: [/^src\/lib\//] },
  { files: /^src\/data\//, may: [/^src\/(data|lib)\//, /^contract\//] },
  { files: /^src\/api\//, may: [/^src\/(api|lib|session)\//, /^contract\//] },
  {
    files: /^src\/sync\//,
    may: [/^src\/(sync|data|api|lib|session)\//, /^contract\//, /^src\/features\/[\w-]+\/mutations\.ts$/],
  },
  { files: /^src\/session\//, may: [/^src\/(session|data|api|sync|lib)\//, /^contract\//] },
  { files: /^src\/ui\//, may: [/^src\/(ui|lib)\//] },
  {
    files: /^src\/features\/(\w[\w-]*)\//,
    may: [
      /^src\/features\/$1\//,
      /^src\/(ui|data|api|session|lib)\//,
      /^contract\//,
      /^src\/sync\/(runtime\/(client|state|registry)|recovery\/unsent-changes)\.ts$/,
      /^src\/features\/[\w-]+\/(queries|describe)\.ts$/,
      /^src\/routes\.ts$/,
      /^src\/shell\/navigate\.ts$/,
    ],
  },
  {
    files: /^src\/shell\//,
    may: [
      /^src\/(shell|ui|data|api|session|sync|lib|features\/(unsent|notifications))\//,
      /^src\/routes\.ts$/,
      /^contract\//,
    ],
  },
];

describe('imports', () => {
  test('go the ways that ARCHITECTURE.md names', () => {
    expect(sourceFiles().flatMap(breaches)).toEqual([]);
  });

  test('that run in plain Node touch nothing of the browser at module level', () => {
    const inNode = sourceFiles().filter((file) =>
      /^src\/(data|sync|api|session)\/|^src\/features\/[\w-]+\/(mutations|queries)\.ts$/.test(file),
    );
    expect(inNode.filter((file) => /^import\s[^;]*\.css'/m.test(read(file)))).toEqual([]);
  });

  test('of a change that may be queued never go around the outbox', () => {
    // Screens send only what needs the network; a queued call is sent by the worker alone.
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

test('ARCHITECTURE.md names only folders that there are', () => {
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
    const target = relative(root, join(root, dirname(file), specifier)).replace(/\?.*$/, '');
    return may.some((pattern) => pattern.test(target)) ? [] : [`${file} -> ${target}`];
  });
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
