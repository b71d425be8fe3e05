import { isLocked } from '../../session/kitchen-mode.ts';
import { useSession } from '../../session/session.ts';
import type { Standing } from './nav-items.ts';

export function useStanding(): Standing {
  const { role, kitchenMode } = useSession();
  return { role, isKitchen: isLocked(kitchenMode) };
}
