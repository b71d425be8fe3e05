import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Misfit, patched, type Sources } from './patches.ts';

const push = `export function push() {
  lease();
  send();
  book();
}

export function book() {
  settle();
}
`;
const files: Record<string, string> = {
  'src/sync/push.ts': push,
  'server/sync/push.ts': 'serve();\n',
  'src/data/line.ts': 'write();\nleave();\n',
};
const sources: Sources = {
  read: (file) => files[file] ?? null,
  ending: (name) => Object.keys(files).filter((file) => file.endsWith(`/${name}`)),
};
const plant = (text: string) => Object.fromEntries(patched(text, sources));
const planted = { 'src/sync/push.ts': push.replace('  send();\n', '  send();\n  send();\n') };
const hunk = `@@ -2,3 +2,4 @@
   lease();
   send();
+  send();
   book();
`;

describe('a patch', () => {
  test.for([
    ['git', 'a/src/sync/push.ts', 'b/src/sync/push.ts'],
    ['git without prefixes', 'src/sync/push.ts', 'src/sync/push.ts'],
    ['git with other prefixes', 'i/src/sync/push.ts', 'w/src/sync/push.ts'],
    [
      'diff beside a copy',
      'src/sync/push.ts.orig\t2026-11-22 07:00:00.000000000 +0000',
      'src/sync/push.ts\t2026-11-22 07:00:01',
    ],
    ['diff of two checkouts', '/home/ann/galley/src/sync/push.ts', '/tmp/galley-bad/src/sync/push.ts'],
    ['diff in the folder itself', 'push.ts', '/tmp/push.ts'],
    ['diff against a file elsewhere', 'src/sync/push.ts', '/tmp/mutant.txt'],
  ])('made by %s applies', ([, from, to]) => {
    expect(plant(`--- ${from}\n+++ ${to}\n${hunk}`)).toEqual(planted);
  });

  test('applies without line numbers, without context, and with CRLF', () => {
    const head = '--- a/src/sync/push.ts\n+++ b/src/sync/push.ts\n';
    expect(plant(`${head}@@ @@\n-  send();\n+  send();\n+  send();\n`)).toEqual(planted);
    expect(plant(`${head}@@ -3,0 +4 @@\n+  send();\n`)).toEqual(planted);
    expect(plant(`${head}${hunk}`.replaceAll('\n', '\r\n'))).toEqual(planted);
  });

  test('applies to several files, and twice to one file', () => {
    const text = `From: ann
diff --git a/src/sync/push.ts b/src/sync/push.ts
index 1..2 100644
--- a/src/sync/push.ts
+++ b/src/sync/push.ts
${hunk}@@ -7,3 +8,2 @@ export function push() {
 export function book() {
-  settle();
 }
diff --git a/src/data/line.ts b/src/data/line.ts
--- a/src/data/line.ts
+++ b/src/data/line.ts
@@ -1,2 +1,2 @@
-write();
 leave();
+write();
-- 
2.39.5
`;
    expect(plant(text)).toEqual({
      'src/sync/push.ts': planted['src/sync/push.ts'].replace('  settle();\n', ''),
      'src/data/line.ts': 'leave();\nwrite();\n',
    });
  });

  test('applies with a file that it adds', () => {
    expect(plant('--- /dev/null\n+++ b/src/sync/twice.ts\n@@ -0,0 +1 @@\n+export const twice = 2;\n')).toEqual({
      'src/sync/twice.ts': 'export const twice = 2;\n',
    });
  });

  test('finds its lines after edits above and around them', () => {
    const text = `--- a/src/sync/push.ts\n+++ b/src/sync/push.ts\n@@ -90,4 +90,3 @@\n was here();\n   lease();\n-  send();\n   book();\n`;
    expect(plant(text)).toEqual({ 'src/sync/push.ts': push.replace('  send();\n', '') });
  });

  test.for([
    [
      '--- a/src/sync/pull.ts\n+++ b/src/sync/pull.ts\n@@ -1 +1 @@\n-a\n+b\n',
      'There is no a/src/sync/pull.ts and no b/src/sync/pull.ts',
    ],
    [
      '--- a/src/sync/push.ts\n+++ b/src/sync/push.ts\n@@ -1,2 +1 @@\n   lease();\n-  wait();\n',
      'no line there says «wait();»',
    ],
    ['--- a/src/sync/push.ts\n+++ b/src/sync/push.ts\n@@ @@\n-}\n', 'fits in 2 places'],
    ['--- a/src/sync/push.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n', 'is deleted'],
    ['fix the push', 'It is no unified diff'],
  ])('that does not apply says why: %#', ([text, why]) => {
    expect(() => plant(text!)).toThrow(Misfit);
    expect(() => plant(text!)).toThrow(why);
  });
});

const folder = new URL('mutants/', import.meta.url);
const own = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.patch'));

test.for(own)('mutant %s applies to the sources', (name) => {
  expect([...patched(readFileSync(new URL(name, folder), 'utf8')).keys()]).not.toEqual([]);
});
