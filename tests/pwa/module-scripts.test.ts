import { expect, test } from 'vitest';
import { scriptsForPreloads } from '../../tools/module-scripts.ts';

test('the first load asks for its chunks by script elements, which a service worker may answer without a warning', () => {
  const page = `<script type="module" crossorigin src="/assets/index-a.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base-b.js">
    <link rel="stylesheet" crossorigin href="/assets/base-c.css">`;
  expect(scriptsForPreloads(page)).toBe(`<script type="module" crossorigin src="/assets/index-a.js"></script>
    <script type="module" crossorigin src="/assets/base-b.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/base-c.css">`);
});
