/** The Web Locks of one device, as far as leading needs them. */
export interface Locks<Holder> {
  /** `lead` is called when the holder's turn has come. */
  request(name: string, holder: Holder, lead: () => void): void;
  /** The tab has gone, or gives up: the next one's turn. */
  leave(holder: Holder): void;
  /** The next in the queue leads though the lock is held: the old one goes on all the same. False: nobody waits. */
  steal(name: string): boolean;
}

export function makeLocks<Holder>(): Locks<Holder> {
  const queues = new Map<string, { holder: Holder; lead: () => void }[]>();
  return {
    request(name, holder, lead) {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      queue.push({ holder, lead });
      if (queue.length === 1) lead();
    },
    leave(holder) {
      for (const queue of queues.values()) {
        const place = queue.findIndex((waiting) => waiting.holder === holder);
        if (place < 0) continue;
        queue.splice(place, 1);
        if (place === 0) queue[0]?.lead();
      }
    },
    steal(name) {
      const queue = queues.get(name) ?? [];
      if (queue.length < 2) return false;
      queue.shift();
      queue[0]!.lead();
      return true;
    },
  };
}
