import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Words of the glossary that no declared name contains, and what to write instead. */
const retired: Record<string, string> = {
  ask: 'request, fetch, confirm',
  asks: 'request, needs',
  asked: 'request, requested',
  told: 'reported, received, message',
  tell: 'notify, report, format',
  tells: 'notify, report',
  said: 'message, reported',
  say: 'report, print',
  says: 'reports',
  tap: 'mutation, click',
  taps: 'mutations, clicks',
  letter: 'deadLetter, character',
  letters: 'deadLetters, characters',
  wish: 'requested',
  word: 'label, text, term',
  words: 'label, text, message, terms',
  folded: 'rebased, merged, applied',
  crew: 'workers',
  heir: 'successor',
  world: 'simulation, environment',
  wall: 'localTime',
  weather: 'faultRate',
  patience: 'timeout, deadline',
  spell: 'backoff',
  quiet: 'idle, silent',
  bury: 'moveToDeadLetters',
  news: 'notifications, changes',
  look: 'check, inspect, style',
  looks: 'checks, styles',
  walk: 'visit, traverse',
  talk: 'conversation, chat',
  kernel: 'pipeline',
  taken: 'accepted, used',
  way: 'path, method, direction',
  ways: 'paths, methods',
};

/** Names that mean the word itself, by file or folder. */
const allowed: [files: RegExp, names: RegExp, reason: string][] = [
  [/./, /^(DeadLetter|deadLetter|dead_letter)/, 'a dead letter is the field’s term'],
  [/./, /DeadLetters?([A-Z]|$)/, 'a dead letter is the field’s term'],
  [
    /^server\/menu-reader\//,
    /word|letter|taken|way|look/i,
    'words and letters of recognised text; renamed with that folder',
  ],
  [/^(server|contract)\/menu\/|price-dish|^tests\/prices\//, /./, 'renamed with the menu'],
  [/./, /^walkIn|^wallMs$/, 'a walk-in customer; wall-clock time'],
  [/inventory/, /./, 'renamed with that area'],
  [/^tests\/support\/walls\.ts$/, /./, 'wall-clock times'],
  [/^bench\/chatbot\//, /^asked_by_phone$/, 'a field of the files that the benchmark is given'],
  [/payments/, /^[tT]aken[A-Z]/, 'a payment is taken'],
  [/^server\/dev\/read-mail\.ts$/, /EncodedWords/, 'RFC 2047 calls them encoded words'],
];

/** Folders whose names follow the glossary. */
const folders = 'bench,contract,demo,server,site,sw,tests,tools';

interface Node {
  type: string;
  [field: string]: unknown;
}

/** The names that a file declares: variables, parameters, functions, types. Names of fields are wire, stored or styling names. */
function declaredNames(file: string, source: string): string[] {
  const names: string[] = [];
  const fromPattern = (node: Node | null): void => {
    if (!node) return;
    if (node.type === 'Identifier') names.push(node['name'] as string);
    else if (node.type === 'ObjectPattern')
      for (const part of node['properties'] as Node[]) {
        // A shorthand repeats the name of the field.
        if (part.type === 'RestElement') fromPattern(part['argument'] as Node);
        else if (part['shorthand'] !== true) fromPattern(part['value'] as Node);
      }
    else if (node.type === 'ArrayPattern') for (const part of node['elements'] as (Node | null)[]) fromPattern(part);
    else if (node.type === 'AssignmentPattern') fromPattern(node['left'] as Node);
    else if (node.type === 'RestElement') fromPattern(node['argument'] as Node);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (value === null || typeof value !== 'object') return;
    const node = value as Node;
    if (node.type === 'VariableDeclarator') fromPattern(node['id'] as Node);
    if (/^(Function|TSInterface|TSTypeAlias|Class)Declaration$/.test(node.type)) fromPattern(node['id'] as Node | null);
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      for (const parameter of node['params'] as Node[]) fromPattern(parameter);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(file, source).program);
  return names;
}

const partsOf = (name: string) => name.split(/(?<=[a-z\d])(?=[A-Z])|_/).map((part) => part.toLowerCase());

function findRetired(file: string, source: string): string[] {
  return declaredNames(file, source).flatMap((name) => {
    const found = partsOf(name).find((part) => Object.hasOwn(retired, part));
    if (found === undefined || allowed.some(([files, names]) => files.test(file) && names.test(name))) return [];
    return [`${file}: ${name}; instead of "${found}": ${retired[found]}`];
  });
}

test('no declared name contains a retired word', () => {
  const files = globSync(`{${folders}}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !file.includes('node_modules'));
  expect(files.length).toBeGreaterThan(600);
  expect(files.flatMap((file) => findRetired(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('finds retired words in variables, parameters, functions and types', () => {
  const source =
    'const told = 1; const [, lastTaps] = []; function tellAll({ a: wish }) {} interface World {} const ok = { told };';
  expect(findRetired('server/a.ts', source).map((line) => line.split(';')[0])).toEqual(
    ['told', 'lastTaps', 'tellAll', 'wish'].map((name) => `server/a.ts: ${name}`).concat('server/a.ts: World'),
  );
  expect(findRetired('server/a.ts', 'const deadLetter = 1; const walker = 2;')).toEqual([]);
});
