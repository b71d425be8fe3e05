import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '../../contract/index.ts';
import type { MutationDefinition } from '../../src/data/mutation.ts';
import type { Call } from '../../contract/call.ts';

const root = join(import.meta.dirname, '../..');
const byPlace = new Map(Object.values(calls).map((call) => [call, call.name]));

/** The page files that make calls directly, past the outbox, by the call's name. */
export async function findSenders(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const file of pages()) {
    const source = readFileSync(join(root, file), 'utf8');
    const sent = [...source.matchAll(/\bsend\(\s*([\w.]+)/g)].map(([, what]) => what!);
    if (sent.length === 0) continue;
    const names = await contractNames(source);
    for (const what of new Set(sent)) {
      const name = names.get(what);
      if (name) found.set(name, [...(found.get(name) ?? []), file]);
    }
  }
  return found;
}

/** The files of features, below their folder, that send a change of rows that are there. */
export async function findMutators(): Promise<Set<string>> {
  const found = new Set<string>();
  const features = 'src/features/';
  for (const file of pages().filter((name) => name.startsWith(features))) {
    const source = readFileSync(join(root, file), 'utf8');
    const named = [...source.matchAll(/\bmutate(?:In)?\(\s*(?:currentStore\(\),\s*)?([\w.]+)/g)].map(
      ([, what]) => what!,
    );
    if (named.length === 0) continue;
    const changes = await mutationNames(file, source);
    if (named.some((what) => changes.has(what))) found.add(file.slice(features.length));
  }
  return found;
}

/** The names by which a file refers to mutations of rows that are there: `editItem`, or `mutations.editItem`. */
async function mutationNames(file: string, source: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (const [, what, module] of source.matchAll(/^import ([^']+?) from '([./][\w./-]*mutations\.ts)';$/gm)) {
    const area = (await import(join(root, file, '..', module!))) as Record<string, Partial<MutationDefinition>>;
    const whole = /^\* as (\w+)$/.exec(what!)?.[1];
    for (const [key, { effect }] of Object.entries(area))
      if (effect === 'update') names.add(whole ? `${whole}.${key}` : localName(what!, key));
  }
  return names;
}

/** The names by which a file refers to each call of the contract: `login`, or `auth.login`. */
async function contractNames(source: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [, what, module] of source.matchAll(
    /^import (?!type )([^']+?) from '[./]+\/(contract\/[\w/-]+\.ts)';$/gm,
  )) {
    const area = (await import(join(root, module!))) as Record<string, unknown>;
    const whole = /^\* as (\w+)$/.exec(what!)?.[1];
    for (const [key, value] of Object.entries(area)) {
      const name = byPlace.get(value as Call); // names that are not calls are not in the map
      if (name) names.set(whole ? `${whole}.${key}` : localName(what!, key), name);
    }
  }
  return names;
}

const localName = (imports: string, key: string) => new RegExp(`\\b${key} as (\\w+)`).exec(imports)?.[1] ?? key;

function pages(): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `src/${name}`);
}
