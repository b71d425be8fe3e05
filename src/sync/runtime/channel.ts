/** Messages between tabs and workers of one database. Hints only: nothing depends on their arrival. */
export type Hint =
  /** The outbox has a new entry. */
  | 'kick'
  /** The person is back or asks: try at once, whatever the backoff. */
  | 'now'
  /** The page's online and offline events. A worker that started offline does not always get them. */
  | 'online'
  | 'offline'
  /** From the worker to the pages: the state of its disk. */
  | `disk ${'full' | 'stuck' | 'well'}`
  /** A new service worker takes over: hold requests for a moment, or until "go_on". */
  | 'still'
  | 'go_on';

export interface Channel<Message extends string = Hint> {
  post(message: Message): void;
  onHint(listener: (message: Message) => void): void;
  close(): void;
}

/** Connects all tabs and workers with this name. Wakes the leader in any tab. */
export function openChannel<Message extends string = Hint>(name: string): Channel<Message> {
  // Old WebViews lack it. The leader's own tab still wakes through its worker, other tabs by the timer.
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return {
    post: (message) => channel?.postMessage(message),
    onHint: (listener) => {
      channel?.addEventListener('message', (event: MessageEvent<Message>) => listener(event.data));
    },
    close: () => channel?.close(),
  };
}
