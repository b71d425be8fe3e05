/** The Web Locks of one device: exclusive locks by name, with a queue and with stealing. */
export interface Locks<Holder> {
  /** The locks as one tab sees them. `awake` delays notifications while the tab is frozen. */
  of(holder: Holder, awake: () => Promise<void>): Pick<LockManager, 'request'>;
  /** The tab is gone: releases its locks and requests. */
  leave(holder: Holder): void;
  /** Grants a held lock to the next in the queue without telling the holder. False if nobody waits. */
  letInTwo(name: string): boolean;
}

interface LockRequest<Holder> {
  holder: Holder;
  start(): void;
  lose(): void;
}

type Granted<T> = LockGrantedCallback<T>;

export function makeLocks<Holder>(): Locks<Holder> {
  const held = new Map<string, LockRequest<Holder>>();
  const queues = new Map<string, LockRequest<Holder>[]>();
  const queueOf = (name: string) => queues.get(name) ?? queues.set(name, []).get(name)!;

  function next(name: string): void {
    const next = queueOf(name).shift();
    if (!next) return void held.delete(name);
    held.set(name, next);
    next.start();
  }

  function request<T>(
    [holder, awake]: [Holder, () => Promise<void>],
    name: string,
    options: LockOptions,
    granted: Granted<T>,
  ): Promise<Awaited<T>> {
    return new Promise((resolve, reject) => {
      const stop = () => void awake().then(() => reject(new DOMException('The lock is gone', 'AbortError')));
      const lockRequest: LockRequest<Holder> = {
        holder,
        start() {
          const work = async (): Promise<Awaited<T>> => {
            await awake();
            try {
              return await granted(null);
            } finally {
              if (held.get(name) === lockRequest) next(name);
            }
          };
          work().then(resolve, reject);
        },
        lose: stop,
      };
      if (options.steal) {
        held.get(name)?.lose();
        held.set(name, lockRequest);
        return lockRequest.start();
      }
      if (!held.has(name)) {
        held.set(name, lockRequest);
        return lockRequest.start();
      }
      queueOf(name).push(lockRequest);
      options.signal?.addEventListener('abort', () => {
        const place = queueOf(name).indexOf(lockRequest);
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
          queue.filter((waiting) => waiting.holder !== holder),
        );
      for (const [name, owner] of held) if (owner.holder === holder) next(name);
    },
    letInTwo(name) {
      if (queueOf(name).length === 0) return false;
      next(name);
      return true;
    },
  };
}
