interface Request {
  begin: () => void;
  isHeld: boolean;
}

type Locks = Pick<LockManager, 'request'>;

/** Web Locks of one device: one holder per name while others queue. `steal` takes the lock from its holder, whose request then rejects. */
export function makeLocks(): Locks {
  const queues = new Map<string, (Request & { lose: (error: DOMException) => void })[]>();
  const abort = (why: string) => new DOMException(why, 'AbortError');

  function request(name: string, options: LockOptions, hold: LockGrantedCallback<unknown>): Promise<unknown> {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return new Promise((resolve, reject) => {
      const leave = () => {
        const index = queue.indexOf(own);
        if (index === -1) return;
        queue.splice(index, 1);
        if (queue[0] && !queue[0].isHeld) queue[0].begin();
      };
      const own = {
        isHeld: false,
        begin() {
          own.isHeld = true;
          void Promise.resolve(hold({ name, mode: 'exclusive' }))
            .finally(leave)
            .then(resolve, reject);
        },
        lose: reject,
      };
      options.signal?.addEventListener('abort', () => {
        if (own.isHeld) return;
        leave();
        reject(abort('The request was given up'));
      });
      if (options.steal) {
        const holder = queue[0]?.isHeld ? queue.shift() : undefined;
        holder?.lose(abort('The lock was stolen'));
        queue.unshift(own);
      } else queue.push(own);
      if (queue[0] === own) own.begin();
    });
  }
  return { request: request as Locks['request'] };
}
