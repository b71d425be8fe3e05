// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { rendered } from '../../../../tests/components/rendered.ts';
import { roleIds } from '../../../../contract/people/permissions.ts';
import { session } from '../../../session/session.ts';
import { useAllowedSteps } from './use-allowed-steps.ts';

function Steps() {
  const allowed = useAllowedSteps();
  const steps = (['preparing', 'rejected', 'cancelled'] as const).map((order_status) => ({ order_status }));
  return <p>{allowed(steps).map(({ order_status }) => `${order_status} `)}</p>;
}

test('only who may cancel is offered it, and who moves no orders is offered nothing', () => {
  const offered: Record<string, string> = {};
  for (const role of roleIds) {
    session.role = role;
    offered[role] = rendered(<Steps />)
      .text()
      .trim();
  }
  session.role = 'owner';
  const moves = 'preparing rejected';
  expect(offered).toEqual({
    owner: `${moves} cancelled`,
    manager: `${moves} cancelled`,
    cashier: moves,
    waiter: moves,
    kitchen: moves,
    accountant: '',
  });
});
