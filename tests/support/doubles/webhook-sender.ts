export interface WebhookSender {
  /** Sends it soon, with retries. Bytes and headers are those that a signature covers. */
  send(rawBody: string, headers: Record<string, string>): void;
  /** Each following event is sent this many times more. */
  duplicates: number;
  /** Holds the next events and sends them in reverse order, when this many are there. */
  reorder(count: number): void;
  /** Everything that was handed over, delivered or not. */
  sent: SentWebhook[];
  close(): void;
}

export interface SentWebhook {
  rawBody: string;
  headers: Record<string, string>;
}

/** How long a receiver may think, and how often a refused event is sent again, as real providers do over hours. */
const WAIT_MS = 10_000;
const TRIES = 6;

/** Delivers webhooks of a test double, later than the answer to the request that caused them. `url` null: they are only recorded. */
export function createWebhookSender(url: () => string | null, { delayMs }: { delayMs: number }): WebhookSender {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const stop = new AbortController();
  let held: { size: number; events: SentWebhook[] } | null = null;

  function later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  }

  async function deliver(event: SentWebhook, triesLeft: number): Promise<void> {
    const target = url();
    if (target === null || stop.signal.aborted) return;
    const isAccepted = await fetch(target, {
      method: 'POST',
      body: event.rawBody,
      headers: { 'Content-Type': 'application/json', ...event.headers },
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(WAIT_MS)]),
    }).then(
      (response) => response.ok,
      () => false,
    );
    if (!isAccepted && triesLeft > 1) later(delayMs * 4, () => void deliver(event, triesLeft - 1));
  }

  const schedule = (event: SentWebhook, place = 0) => {
    for (let copy = 0; copy <= sender.duplicates; copy++)
      later(delayMs * (1 + place) + copy, () => void deliver(event, TRIES));
  };

  const sender: WebhookSender = {
    duplicates: 0,
    sent: [],
    send(rawBody, headers) {
      const event = { rawBody, headers };
      sender.sent.push(event);
      if (!held) return schedule(event);
      held.events.push(event);
      if (held.events.length < held.size) return;
      for (const [place, one] of held.events.toReversed().entries()) schedule(one, place);
      held = null;
    },
    reorder(count) {
      held = { size: count, events: [] };
    },
    close() {
      stop.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
  return sender;
}
