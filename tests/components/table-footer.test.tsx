// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { TableFooter } from '../../src/components/table/TableFooter.tsx';
import { rendered } from './rendered.ts';

const nothing = () => undefined;
const text = (total: number | null, isLoading: boolean) =>
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

test('says that rows are loading while more arrive', () => {
  expect(text(0, true)).toBe('Loading');
  expect(text(500, true)).toBe('Loading, 500 so far');
  expect(text(500, false)).toBe('1–15 of 500');
  expect(text(0, false)).toBe('0 of 0');
  expect(text(null, false)).toBe('Loading');
});
