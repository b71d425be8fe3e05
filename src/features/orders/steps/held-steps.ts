import { useSyncExternalStore } from 'react';
import type { OrderStatus } from '../../../../contract/orders/calls.ts';

/** Steps that are shown but not stored yet, so that they can be undone. */
export interface Hold {
  statuses: ReadonlyMap<string, OrderStatus>;
  /** Stores them: when their time is over, before any other step, and before the page may end. */
  take: () => void;
  /** Forgets them. False: they were stored already. */
  drop: () => boolean;
}

const nothing: ReadonlyMap<string, OrderStatus> = new Map();
let held: Hold | null = null;
const listeners = new Set<() => void>();

/** Shows the orders with `statuses` until `store` is called or the steps are dropped. An acceptance or a start has no way back once sent. */
export function holdSteps(statuses: Hold['statuses'], store: () => void): Hold {
  takeHeldSteps();
  const hold: Hold = {
    statuses,
    take: () => {
      if (hold.drop()) store();
    },
    drop: () => {
      if (held !== hold) return false;
      removeEventListener('pagehide', takeHeldSteps);
      document.removeEventListener('visibilitychange', takeWhenHidden);
      put(null);
      return true;
    },
  };
  put(hold);
  addEventListener('pagehide', takeHeldSteps);
  document.addEventListener('visibilitychange', takeWhenHidden);
  return hold;
}

export const takeHeldSteps = (): void => held?.take();

const takeWhenHidden = () => {
  if (document.visibilityState === 'hidden') takeHeldSteps();
};

/** The status of each order whose step is held. */
export const useHeldStatuses = (): Hold['statuses'] => useSyncExternalStore(subscribe, () => held?.statuses ?? nothing);

function put(next: Hold | null): void {
  held = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
