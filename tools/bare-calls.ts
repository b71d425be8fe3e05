import { type ESTree, parseSync, type Plugin } from 'vite';
import type { CallOptions } from '../contract/call.ts';

/**
 * For the sync worker's bundle: removes from the contract's calls what the worker never reads, above all their schemas, and from fields what
 * forms and files say of them. The page validates
 * what goes into the outbox, and the server validates what arrives. Otherwise the worker would contain every field of every call and the
 * validation library.
 */
export function bareCalls(): Plugin {
  return {
    name: 'galley:bare-calls',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/.+\.ts$/ },
      handler(code, id) {
        return { code: withoutSchemas(code, id), map: null };
      },
    },
  };
}

/**
 * `call(name, method, path, { …, body: …, reply: … })` → the same with the options that the worker reads. What only the others used is
 * marked as free of side effects, so that the bundler drops it.
 */
export function withoutSchemas(code: string, file = 'module.ts'): string {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]!.message}`);
  const edits: Edit[] = [];
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { init } of declared.declarations) {
      const value = init && untyped(init);
      if (!init || (value?.type !== 'CallExpression' && value?.type !== 'ObjectExpression')) continue;
      if (value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'call') {
        edits.push(...cutsOf(value));
        continue;
      }
      if (value.type === 'ObjectExpression') edits.push(...wordsOf(value));
      edits.push({ at: init.start, to: init.start, text: PURE }, { at: init.end, to: init.end, text: '))()' });
    }
  }
  // From the end, so that earlier positions stay valid.
  return edits
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, to, text: put }) => text.slice(0, at) + put + text.slice(to), code);
}

/** `value as T`, `value satisfies T` → `value`. */
const untyped = (value: ESTree.Expression): ESTree.Expression =>
  value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression' ? untyped(value.expression) : value;

const PURE = '/* @__PURE__ */ (() => (';
/** What a device does with a call. The rest is for the page and the server. */
const kept: ReadonlySet<string> = new Set<keyof CallOptions>(['offline']);

interface Edit {
  at: number;
  to: number;
  text: string;
}

function cutsOf(call: ESTree.CallExpression): Edit[] {
  const options = call.arguments[3];
  if (options?.type !== 'ObjectExpression') throw new Error('The options of a call are an object literal');
  if (options.properties.some(({ type }) => type === 'SpreadElement'))
    throw new Error('What is spread into the options of a call is not looked into: schemas may be in it');
  return cutsIn(options, (name) => !kept.has(name));
}

/** Cuts properties with their commas. */
const cutsIn = (object: ESTree.ObjectExpression, isCut: (name: string) => boolean): Edit[] =>
  object.properties.flatMap((property, index) =>
    property.type === 'Property' && property.key.type === 'Identifier' && isCut(property.key.name)
      ? [{ at: property.start, to: object.properties[index + 1]?.start ?? object.end - 1, text: '' }]
      : [],
  );

/** What forms, files and pages say of a field (contract/entity-fields.ts). */
const words: ReadonlySet<string> = new Set(['label', 'unit', 'csv', 'part', 'placeholder', 'hint', 'advice']);

/** Of the declarations of fields: each is a call whose last argument says something of the field. */
const wordsOf = (fields: ESTree.ObjectExpression): Edit[] =>
  fields.properties.flatMap((property) => {
    const about =
      property.type === 'Property' && property.value.type === 'CallExpression' && property.value.arguments.at(-1);
    const isField = about && about.type === 'ObjectExpression' && about.properties.some((one) => isNamed(one, 'label'));
    return isField ? cutsIn(about, (name) => words.has(name)) : [];
  });

const isNamed = (property: ESTree.ObjectPropertyKind, name: string): boolean =>
  property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name;
