import { type ESTree, parseSync, type Plugin } from 'vite';
import type { CallOptions, Schema } from '../contract/call.ts';

/**
 * For the sync worker's bundle: removes the schemas from the contract's calls. The worker never reads them: the page validates what
 * goes into the outbox, and the server validates what arrives. Otherwise the worker would contain every field of every call and the
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
 * `call(name, method, path, { …, body: …, reply: … })` → the same without the fields that are schemas. What only they used is marked
 * as free of side effects, so that the bundler drops it.
 */
export function withoutSchemas(code: string, file = 'module.ts'): string {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]!.message}`);
  const edits: Edit[] = [];
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { init } of declared.declarations) {
      if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression') continue;
      if (init.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'call')
        edits.push(...cutsOf(init));
      else edits.push({ at: init.start, to: init.start, text: PURE }, { at: init.end, to: init.end, text: '))()' });
    }
  }
  // From the end, so that earlier positions stay valid.
  return edits
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, to, text: put }) => text.slice(0, at) + put + text.slice(to), code);
}

const PURE = '/* @__PURE__ */ (() => (';
type SchemaOption = {
  [K in keyof CallOptions]-?: NonNullable<CallOptions[K]> extends Schema ? K : never;
}[keyof CallOptions];

/** Complete by type: one schema that stays brings the validation library with it. */
const schemaOptions: Record<SchemaOption, true> = { query: true, body: true, reply: true, stats: true };
const unread = new Set([...Object.keys(schemaOptions), 'summary']);

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
  return options.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && unread.has(property.key.name)
      ? [{ at: property.value.start, to: property.value.end, text: 'undefined' }]
      : [],
  );
}
