import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { withoutSchemas } from './bare-calls.ts';

const module = `import * as z from 'zod/mini';
import { call, queue } from './call.ts';
const text = z.string().check(z.maxLength(60));
export const statuses = ['open', 'closed'] as const;
export const setStatus = call('orders.setStatus', 'POST', '/orders/{id}/status', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({ status: text }),
  reply: z.object({ id: text }),
  stats: z.object({ total: text }),
  summary: 'Move an order on',
});
`;

test('a call keeps what the worker reads, and nothing else', () => {
  const bare = withoutSchemas(module);
  expect(bare).toContain("call('orders.setStatus', 'POST', '/orders/{id}/status', {");
  expect(bare).toContain("offline: queue('never'),");
  parseSync('module.ts', bare).errors.forEach(({ message }) => expect.fail(message));
  expect(bare).not.toMatch(/access|body|reply|stats|summary|Move an order on/);
});

test('values that only schemas used can be tree-shaken', () => {
  const bare = withoutSchemas(module);
  expect(bare).toContain('const text = /* @__PURE__ */ (() => (z.string().check(z.maxLength(60))))();');
  expect(bare).toContain("export const statuses = ['open', 'closed'] as const;");
});

test('a value with a type of its own can be tree-shaken, too', () => {
  expect(withoutSchemas('const links = Object.fromEntries(all.map(toSchema)) as Links;')).toBe(
    'const links = /* @__PURE__ */ (() => (Object.fromEntries(all.map(toSchema)) as Links))();',
  );
});

test('a field keeps its kind and its values, and loses its words', () => {
  const bare = withoutSchemas(`export const itemFields = {
  name: plainText(160, { label: 'Name', csv: true, isRequired: true }),
  kind: choice<Kind>()('fixed', { label: 'Kind', hint: 'How it is sold' }),
};
const other = { place: at(1, { x: 1 }) };`);
  parseSync('module.ts', bare).errors.forEach(({ message }) => expect.fail(message));
  expect(bare).toContain('plainText(160, { isRequired: true })');
  expect(bare).toMatch(/choice<Kind>\(\)\('fixed', \{ *\}\)/);
  expect(bare).toContain('at(1, { x: 1 })');
});

test('rejects a call whose options are defined elsewhere', () => {
  expect(() => withoutSchemas("export const get = call('a.get', 'GET', '/a', options);")).toThrow('object literal');
});

test('rejects spread options, which could contain a schema', () => {
  expect(() => withoutSchemas("export const get = call('a.get', 'GET', '/a', { ...shared });")).toThrow('spread');
});
