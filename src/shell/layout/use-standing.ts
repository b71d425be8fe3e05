import { useLock, useRole } from '../../session/kitchen-mode.ts';
import type { Standing } from './nav-items.ts';

export function useStanding(): Standing {
  return { role: useRole(), lock: useLock() };
}
