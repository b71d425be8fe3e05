// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { TableFooter } from '../../src/ui/table/TableFooter.tsx';
import { rendered } from './rendered.ts';

const nothing = () => undefined;
const words = (total: number | null, isLoading: boolean) =>
  rendered(
    <TableFooter
      page={1}
      limit={15}
      total={total}
      isLoading={isLoading}
      sizes={[15]}
      onPage={nothing}
      onLimit={nothing}
    />,
  ).place.querySelector('span')?.textContent;

test('says that rows are loading as long as more are on their way', () => {
  expect(words(0, true)).toBe('Loading');
  expect(words(500, true)).toBe('Loading, 500 so far');
  expect(words(500, false)).toBe('1–15 of 500');
  expect(words(0, false)).toBe('0 of 0');
  expect(words(null, false)).toBe('Loading');
});
