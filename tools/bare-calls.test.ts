import { expect, test } from 'vitest';
import { withoutSchemas } from './bare-calls.ts';

const module = `import * as z from 'zod/mini';
import { call, queue } from './call.ts';
const text = z.string().check(z.maxLength(60));
export const statuses = ['open', 'closed'] as const;
export const setStatus = call('orders.setStatus', 'POST', '/orders/{id}/status', {
  offline: queue('never'),
  body: z.strictObject({ status: text }),
  reply: z.object({ id: text }),
  summary: 'Move an order on',
});
`;

test('a call keeps what the worker reads, and loses its schemas', () => {
  const bare = withoutSchemas(module);
  expect(bare).toContain("call('orders.setStatus', 'POST', '/orders/{id}/status', {");
  expect(bare).toContain("offline: queue('never'),");
  expect(bare).not.toMatch(/strictObject|z\.object|Move an order on/);
});

test('what only the schemas used may be dropped by the bundler; plain values stay as they are', () => {
  const bare = withoutSchemas(module);
  expect(bare).toContain('const text = /* @__PURE__ */ (() => (z.string().check(z.maxLength(60))))();');
  expect(bare).toContain("export const statuses = ['open', 'closed'] as const;");
});

test('a call whose options stand elsewhere is named, not sent to the worker whole', () => {
  expect(() => withoutSchemas("export const get = call('a.get', 'GET', '/a', options);")).toThrow('object literal');
});

test('options that are spread from elsewhere stop the build: a schema among them would bring the whole library along', () => {
  expect(() => withoutSchemas("export const get = call('a.get', 'GET', '/a', { ...shared });")).toThrow('spread');
});
