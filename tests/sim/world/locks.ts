/** The Web Locks of one device: an exclusive lock of each name, a queue behind it, and theft. */
export interface Locks<Holder> {
  /** As one tab sees them; `awake` holds back what a frozen tab cannot hear. */
  of(holder: Holder, awake: () => Promise<void>): Pick<LockManager, 'request'>;
  /** The tab has gone, with what it held and what it waited for. */
  leave(holder: Holder): void;
  /** The next in the queue is let in though the lock is held, and nobody tells the old one: two of them. False: nobody waits. */
  letInTwo(name: string): boolean;
}

interface Ask<Holder> {
  holder: Holder;
  start(): void;
  lose(): void;
}

type Granted<T> = LockGrantedCallback<T>;

export function makeLocks<Holder>(): Locks<Holder> {
  const held = new Map<string, Ask<Holder>>();
  const queues = new Map<string, Ask<Holder>[]>();
  const queueOf = (name: string) => queues.get(name) ?? queues.set(name, []).get(name)!;

  function next(name: string): void {
    const ask = queueOf(name).shift();
    if (!ask) return void held.delete(name);
    held.set(name, ask);
    ask.start();
  }

  function request<T>(
    [holder, awake]: [Holder, () => Promise<void>],
    name: string,
    options: LockOptions,
    granted: Granted<T>,
  ): Promise<Awaited<T>> {
    return new Promise((resolve, reject) => {
      const stop = () => void awake().then(() => reject(new DOMException('The lock is gone', 'AbortError')));
      const ask: Ask<Holder> = {
        holder,
        start() {
          const work = async (): Promise<Awaited<T>> => {
            await awake();
            try {
              return await granted(null);
            } finally {
              if (held.get(name) === ask) next(name);
            }
          };
          work().then(resolve, reject);
        },
        lose: stop,
      };
      if (options.steal) {
        held.get(name)?.lose();
        held.set(name, ask);
        return ask.start();
      }
      if (!held.has(name)) {
        held.set(name, ask);
        return ask.start();
      }
      queueOf(name).push(ask);
      options.signal?.addEventListener('abort', () => {
        const place = queueOf(name).indexOf(ask);
        if (place < 0) return;
        queueOf(name).splice(place, 1);
        stop();
      });
    });
  }

  return {
    of: (holder, awake) => ({
      request: <T>(name: string, first: LockOptions | Granted<T>, second?: Granted<T>): Promise<Awaited<T>> =>
        typeof first === 'function'
          ? request<T>([holder, awake], name, {}, first)
          : request<T>([holder, awake], name, first, second!),
    }),
    leave(holder) {
      for (const [name, queue] of queues)
        queues.set(
          name,
          queue.filter((ask) => ask.holder !== holder),
        );
      for (const [name, ask] of held) if (ask.holder === holder) next(name);
    },
    letInTwo(name) {
      if (queueOf(name).length === 0) return false;
      next(name);
      return true;
    },
  };
}
