export type OnPoke = (version: number) => void;

/** Tells who listens that a restaurant's version rose. A hint, never the truth: a lost one costs a little time and no row. */
export interface Bus {
  publish(restaurantId: string, version: number): void;
  subscribe(restaurantId: string, onPoke: OnPoke): () => void;
  /** Everything that is published here, for the relay to other processes. */
  onPublish(tell: (restaurantId: string, version: number) => void): () => void;
  /** What another process published: it goes to the subscribers and not back to the relay. */
  deliver(restaurantId: string, version: number): void;
  /** Restaurants that somebody listens to. */
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
    onPublish(tell) {
      relays.add(tell);
      return () => relays.delete(tell);
    },
    deliver,
    restaurants: () => [...listeners.keys()],
  };
}
