/** Pokes of so many milliseconds become one. */
export const POKE_EVERY_MS = 25;

export type OnPoke = (version: number) => void;

/** Announces that a restaurant's version rose. A hint: a lost one costs a little time and no row. */
export interface Bus {
  publish(restaurantId: string, version: number): void;
  subscribe(restaurantId: string, onPoke: OnPoke): () => void;
  /** Calls `tell` for everything published here, for the relay to other processes. */
  onPublish(listener: (restaurantId: string, version: number) => void): () => void;
  /** Delivers what another process published to the subscribers, but not back to the relay. */
  deliver(restaurantId: string, version: number): void;
  /** Restaurants with subscribers. */
  restaurants(): string[];
}

export function createBus(): Bus {
  const listeners = new Map<string, Set<OnPoke>>();
  const relays = new Set<(restaurantId: string, version: number) => void>();

  const deliver: Bus['deliver'] = (restaurantId, version) => {
    for (const listener of listeners.get(restaurantId) ?? []) listener(version);
  };

  return {
    publish(restaurantId, version) {
      deliver(restaurantId, version);
      for (const relay of relays) relay(restaurantId, version);
    },
    subscribe(restaurantId, onPoke) {
      const own = listeners.get(restaurantId) ?? new Set();
      listeners.set(restaurantId, own.add(onPoke));
      return () => {
        own.delete(onPoke);
        if (own.size === 0 && listeners.get(restaurantId) === own) listeners.delete(restaurantId);
      };
    },
    onPublish(listener) {
      relays.add(listener);
      return () => relays.delete(listener);
    },
    deliver,
    restaurants: () => [...listeners.keys()],
  };
}
