// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { DiningTable } from '../../../../contract/reservations/settings.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { tableLabel, TableShape } from './TableShape.tsx';

const table = (name: string, width: number): DiningTable => ({
  id: '0192f0a0-0000-7000-8000-000000000001',
  name,
  area_id: '0192f0a0-0000-7000-8000-000000000002',
  min_capacity: 1,
  max_capacity: 4,
  extra_capacity: 0,
  shape: 'round',
  is_joinable: false,
  joinable_with: [],
  is_enabled: true,
  priority: 0,
  position: { x: 0, y: 0, width, height: 80, rotation: 0 },
});
/** As axe compares what is seen with the accessible name: letters, digits and single spaces. */
const bare = (text: string) =>
  text
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

test.each([
  ['T1', 120, ['4 seats', 'Free']],
  ['T1', 60, ['4 seats', 'Tom Ashworth-Featherstonehaugh', 'until 20:30']],
  ['Window – left', 40, ['4 seats', 'Not in use']],
])('the accessible name of a table contains what is seen on it (%s, %i)', (name, width, lines) => {
  const shape = <TableShape table={table(name, width)} className="free" lines={lines} />;
  const seen = rendered(<svg>{shape}</svg>).text();
  const label = tableLabel(table(name, width), lines);
  expect(bare(label)).toContain(bare(seen));
  for (const line of lines) expect(label).toContain(line);
});

test('the name of a table reads as a sentence', () => {
  expect(tableLabel(table('T1', 120), ['4 seats', 'Free'])).toBe('Table T1, 4 seats, Free');
  expect(tableLabel(table('T1', 60), ['4 seats', 'Tom Ashworth', 'late'])).toMatch(
    /^Table T1, 4 seats, Tom A.*…, late, Tom Ashworth$/,
  );
});
