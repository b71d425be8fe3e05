import { features } from 'web-features';
import { parseSync } from 'vite';

/** The oldest browsers that the pages must run in. Chromium updates itself everywhere. */
export const oldest = { safari: 17, firefox: 140 } as const;

/** A use of a feature that one of them lacks, by its key in the browser compatibility data. */
export interface Finding {
  file: string;
  key: string;
}

/** Keys of features that not all of the oldest browsers have. */
const tooNew = new Set<string>();
/** Last parts of the script keys that all of them have: a member of that name may be the old one. */
const oldNames = new Set<string>();

for (const feature of Object.values(features)) {
  if (feature.kind !== 'feature') continue;
  for (const [key, { support }] of Object.entries(feature.status.by_compat_key ?? {})) {
    const isOld = Object.entries(oldest).every(([engine, version]) => {
      const since = support[engine as keyof typeof oldest];
      return since !== undefined && Number.parseFloat(since.replace('≤', '')) <= version;
    });
    if (!isOld) tooNew.add(key);
    else if (isOfScripts(key)) oldNames.add(nameOf(key));
  }
}

function isOfScripts(key: string): boolean {
  return key.startsWith('api.') || key.startsWith('javascript.builtins.');
}

function nameOf(key: string): string {
  return key
    .split('.')
    .at(-1)!
    .replace(/_(static|event)$/, '');
}

const newGlobals = new Map<string, string>();
/** Members by their interface: `Promise.withResolvers`. */
const newOwned = new Map<string, string>();
/** Instance methods, found by name alone, which must not also be an old one. */
const newMethods = new Map<string, string>();
/** The interfaces considered: for others a name alone says too little. */
const found =
  /^(javascript\.builtins\.\w+|api\.(HTML\w*Element|Element|Document|Node|AbortSignal|ReadableStream|Blob))\./;
/** Objects recognised by name as instances. */
const instances: Record<string, string> = {
  document: 'Document',
  navigator: 'Navigator',
  registration: 'ServiceWorkerRegistration',
  self: 'ServiceWorkerGlobalScope',
  window: 'Window',
};
for (const key of tooNew) {
  if (!isOfScripts(key)) continue;
  const parts = key.replace('javascript.builtins.', 'api.').split('.');
  const name = nameOf(key);
  if (parts.length === 2) newGlobals.set(name, key);
  if (parts.length !== 3) continue;
  newOwned.set(`${parts[1]}.${name}`, key);
  if (found.test(key) && !oldNames.has(name)) newMethods.set(name, key);
}

interface Node {
  type: string;
  name?: string;
  computed?: boolean;
  object?: Node;
  property?: Node;
  callee?: Node;
}

/** What a script uses that a browser lacks. Matches by name, so that a property of our own may need an exception. */
export function findInScript(file: string, code: string): Finding[] {
  const keys = new Set<string>();
  const note = (key: string | undefined) => key !== undefined && keys.add(key);
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, object, property, callee, computed } = node as Node;
    if (type === 'NewExpression' && callee?.type === 'Identifier') note(newGlobals.get(callee.name!));
    if (type === 'CallExpression' && callee?.type === 'MemberExpression') note(newMethods.get(callee.property!.name!));
    if (type === 'MemberExpression' && !computed) {
      const owner = (object?.type === 'Identifier' ? object : object?.property)?.name ?? '';
      note(newGlobals.get(owner));
      note(newOwned.get(`${instances[owner] ?? owner}.${property!.name}`));
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, code).program);
  return [...keys].map((key) => ({ file, key }));
}

/** The same for a style sheet: properties and values, at-rules, selectors, functions. */
export function findInStyles(file: string, css: string): Finding[] {
  const code = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const keys = [
    ...[...code.matchAll(/@([\w-]+)/g)].map(([, name]) => `css.at-rules.${name}`),
    ...[...code.matchAll(/[^:]::?([a-z-]+)[^{};]*\{/g)].map(([, name]) => `css.selectors.${name}`),
    ...[...code.matchAll(/([\w-]+)\s*:\s*([^;{}]+)[;}]/g)].flatMap(([, property, value]) => [
      `css.properties.${property}`,
      ...value!.split(/[\s,()]+/).map((value) => `css.properties.${property}.${value}`),
    ]),
    ...[...code.matchAll(/([a-z][\w-]*)\(/g)].flatMap(([, name]) => newFunctions.get(name!) ?? []),
  ];
  return [...new Set(keys)].filter((key) => tooNew.has(key)).map((key) => ({ file, key }));
}

const newFunctions = new Map(
  [...tooNew].filter((key) => key.startsWith('css.types.')).map((key) => [nameOf(key), [key]]),
);
