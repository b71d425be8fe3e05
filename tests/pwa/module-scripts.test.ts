import { expect, test } from 'vitest';
import { withFiles } from '../../tools/module-scripts.ts';

test("the files of every page are asked for as scripts, after the page's own, and its styles as styles", () => {
  const page = `<head>
    <script type="module" crossorigin src="/assets/index-a.js"></script>
  </head>`;
  expect(withFiles(page, ['assets/base-b.js', 'assets/base-c.css'])).toBe(`<head>
    <script type="module" crossorigin src="/assets/index-a.js"></script>
  <script type="module" crossorigin src="/assets/base-b.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/base-c.css">
  </head>`);
});
