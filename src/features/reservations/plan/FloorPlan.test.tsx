// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { FloorPlan } from './FloorPlan.tsx';

test('without tables the floor plan offers to add them', () => {
  const onDo = vi.fn<() => void>();
  const look = {
    // Fields that the plan does not read are left out.
    restaurant: { timezone: 'Europe/London', opening_hours: { days: [], exceptions: [] } } as unknown as Restaurant,
    now: Date.parse('2026-11-20T18:30:00.000Z'),
    onStep: () => undefined,
    linkTo: (id: string) => `/${id}`,
    sitterOf: () => null,
  };
  const addTables = { label: 'Add tables', icon: <svg />, onDo };
  rendered(
    <FloorPlan rows={[]} look={look} day="2026-11-20" isToday addTables={addTables} onSeat={() => undefined} />,
  ).press('Add tables');
  expect(onDo).toHaveBeenCalledOnce();
});
