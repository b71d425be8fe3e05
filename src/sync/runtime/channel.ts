/** What tabs and workers of one database tell each other. Hints only: nothing depends on their arrival. */
export type Hint =
  /** Something is in the outbox. */
  | 'kick'
  /** The person is back, or asks: try at once, whatever back-off is running. */
  | 'now'
  /** Somebody looks at this path. Only where lists have to be read again and again (plain/looks.ts). */
  | `look ${string}`
  /** What the page hears of the connection. A worker that began offline is not always told. */
  | 'online'
  | 'offline'
  /** Of the worker, to the pages: how its disk does. */
  | `disk ${'full' | 'stuck' | 'well'}`
  /** A new service worker takes over: no requests for a moment, or until it has. */
  | 'still'
  | 'go_on';

export interface Channel<Message extends string = Hint> {
  tell(message: Message): void;
  onHint(listener: (message: Message) => void): void;
  close(): void;
}

/** Between all tabs and workers that name it: wakes the leader, whichever tab it is in. */
export function openChannel<Message extends string = Hint>(name: string): Channel<Message> {
  // Old WebViews lack it; then the leader's own tab still wakes by its worker, other tabs by the timer.
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return {
    tell: (message) => channel?.postMessage(message),
    onHint: (listener) => {
      channel?.addEventListener('message', (event: MessageEvent<Message>) => listener(event.data));
    },
    close: () => channel?.close(),
  };
}
