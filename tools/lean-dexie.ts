import { type AliasOptions, parseSync, type Plugin } from 'vite';

/** Dexie's own build for current browsers: 2 kB smaller than the one that its package names. */
export const dexieForToday = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
] as const satisfies AliasOptions;

/**
 * Middlewares that would only pass each call through. Cache of results: the layer opens every database with `cache: 'disabled'`
 * (src/data/db.ts). Hooks: it has none. Virtual indexes, which search a part of a compound key: every query names a declared index.
 */
const middlewares = ['cacheMiddleware', 'hooksMiddleware', 'virtualIndexMiddleware'];

/**
 * Methods that nothing here calls, and that Dexie itself calls only from these, by class or object. `uniqueKeys` must not be called:
 * WebKit aborts the transaction of a cursor over the distinct keys of an empty index.
 */
export const leftOut: Record<string, readonly string[]> = {
  Table: ['mapToClass', 'defineClass', 'upsert', 'bulkUpdate', 'bulkAdd'],
  Collection: [
    'or',
    'raw',
    'until',
    'uniqueKeys',
    'eachUniqueKey',
    'eachPrimaryKey',
    'distinct',
    'desc',
    'firstKey',
    'lastKey',
  ],
  WhereClause: [
    'startsWithIgnoreCase',
    'equalsIgnoreCase',
    'anyOfIgnoreCase',
    'startsWithAnyOfIgnoreCase',
    'startsWithAnyOf',
    'notEqual',
    'noneOf',
    'inAnyRange',
    'aboveOrEqual',
    'belowOrEqual',
  ],
  Transaction: ['waitFor'],
  Version: ['upgrade'],
  // Changes a value in place: nothing here makes one.
  PropModification: ['execute'],
  'props(DexiePromise)': ['totalEchoes', 'scheduler', 'newPSD', 'usePSD'],
  'props(Dexie)': [
    'async',
    'spawn',
    'waitFor',
    'getDatabaseNames',
    'defineClass',
    'exists',
    'ignoreTransaction',
    'getObjectDiff',
    'override',
    'derive',
    'extend',
    'props',
    'Events',
    'errnames',
    'semVer',
    'asap',
    'shallowClone',
    'getByKeyPath',
    'setByKeyPath',
    'delByKeyPath',
    'connections',
    'currentTransaction',
    'minKey',
    'extendObservabilitySet',
    'cache',
  ],
};

/** Removes these from the bundle, in the page and in the worker. */
export function leanDexie(): Plugin {
  return {
    name: 'galley:lean-dexie',
    apply: 'build',
    transform: {
      filter: { id: /\/dexie\/dist\/modern\/dexie\.mjs$/ },
      handler: (code) => ({ code: lean(code), map: null }),
    },
  };
}

/** Throws if Dexie's build has changed: then these lists must be checked again. */
export function lean(code: string): string {
  const cuts = [...middlewares.map((name) => lineOf(code, `this.use(${name});`)), ...membersOf(code)];
  return cuts.sort(([a], [b]) => b - a).reduce((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), code);
}

type Cut = [from: number, to: number];

function lineOf(code: string, line: string): Cut {
  const from = code.indexOf(line);
  if (from < 0 || from !== code.lastIndexOf(line)) throw new Error(changed(line));
  return [from, from + line.length];
}

interface Member {
  start: number;
  end: number;
  key?: { name?: string };
}

function membersOf(code: string): Cut[] {
  const groups = new Map<string, Member[]>();
  for (const node of parseSync('dexie.mjs', code).program.body) {
    if (node.type === 'ClassDeclaration' && node.id) groups.set(node.id.name, node.body.body as Member[]);
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') continue;
    const [target, members] = node.expression.arguments;
    if (target?.type === 'Identifier' && members?.type === 'ObjectExpression')
      groups.set(`props(${target.name})`, members.properties as Member[]);
  }
  return Object.entries(leftOut).flatMap(([group, names]) =>
    names.map((name): Cut => {
      const member = groups.get(group)?.find(({ key }) => key?.name === name);
      if (!member) throw new Error(changed(`${group}.${name}`));
      // The comma after an object's member goes with it.
      return [member.start, member.end + (code[member.end] === ',' ? 1 : 0)];
    }),
  );
}

const changed = (what: string) => `Dexie is not built as it was, ${what} is missing: see tools/lean-dexie.ts`;
