import { expect, test } from 'vitest';
import { withFiles } from '../../tools/module-scripts.ts';

test('index.html lists shared files as scripts and styles, in order', () => {
  const page = `<head>
    <script type="module" crossorigin src="/assets/index-a.js"></script>
  </head>`;
  expect(withFiles(page, ['assets/base-b.js', 'assets/base-c.css'])).toBe(`<head>
    <script type="module" crossorigin src="/assets/index-a.js"></script>
  <script type="module" crossorigin src="/assets/base-b.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/base-c.css">
  </head>`);
});
