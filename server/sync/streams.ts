import type { SignedIn } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { describeFault } from '../platform/log.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { readSpace } from './space.ts';

export const POKE_EVERY_MS = 25;
/** A device doubts a stream that says nothing for 6 s (src/sync/protocol/stream.ts). */
export const PING_EVERY_MS = 4_000;
/** How soon a stream notices that its session is over. */
const CHECK_EVERY_MS = 1000;
/** Streams that one user may hold open: a tablet has one, by its leading tab. */
export const STREAMS_PER_USER = 20;
/** Events that a reader may leave unread before it counts as gone. */
const UNREAD_MAX = 100;

export interface Streams {
  /** A response of server-sent events. Where the user holds too many, the oldest ends. */
  open(session: SignedIn): Response;
  /** Ends every stream: the process is about to end, and its devices connect to the next one. */
  close(): void;
}

interface Stream {
  session: SignedIn;
  send(event: string, data: unknown): void;
  end(): void;
}

/** Keeps the open poke streams of this process: one timer for pings, one query a second for all their sessions. */
export function createStreams(kernel: Services): Streams {
  const all = new Set<Stream>();
  let timers: NodeJS.Timeout[] = [];

  function add(stream: Stream) {
    all.add(stream);
    if (timers.length > 0) return;
    timers = [
      setInterval(() => all.forEach((each) => each.send('ping', {})), PING_EVERY_MS),
      setInterval(() => void endDead(), CHECK_EVERY_MS),
    ];
    // A process that is asked to end does not wait for these.
    for (const timer of timers) timer.unref();
  }

  function remove(stream: Stream) {
    all.delete(stream);
    if (all.size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  async function endDead() {
    const hashes = [...new Set([...all].map((stream) => stream.session.tokenHash))];
    try {
      const { rows } = await kernel.pools.accounts.query<{ token_hash: string }>(
        'SELECT token_hash FROM sessions WHERE token_hash = ANY($1) AND expires_at > $2',
        [hashes, kernel.clock.now().toISOString()],
      );
      const live = new Set(rows.map((row) => row.token_hash));
      for (const stream of all) {
        if (live.has(stream.session.tokenHash)) continue;
        stream.send('bye', { reason: 'session' });
        stream.end();
      }
    } catch (fault) {
      // The database is away for a moment: whether a session lives is asked again in a second.
      kernel.log.warn('stream_check_failed', describeFault(fault));
    }
  }

  return {
    open(session) {
      const own = [...all].filter((stream) => stream.session.user.id === session.user.id);
      // It may be one whose tablet has gone without a word: nobody tells so for a quarter of an hour. A tablet that lives comes back.
      if (own.length >= STREAMS_PER_USER) own[0]!.end();
      return new Response(makeStream(kernel, session, add, remove), { headers });
    },
    close() {
      for (const stream of all) stream.end();
    },
  };
}

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // nginx would hold the events back.
  'X-Accel-Buffering': 'no',
};

function makeStream(
  kernel: Services,
  session: SignedIn,
  add: (s: Stream) => void,
  remove: (s: Stream) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let leave = () => {};
  return new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        let isOpen = true;
        const stream: Stream = {
          session,
          send(event, data) {
            if (!isOpen) return;
            if ((controller.desiredSize ?? 0) < -UNREAD_MAX) return stream.end();
            controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
          },
          end() {
            if (!isOpen) return;
            leave();
            controller.close();
          },
        };
        const pokes = coalesce((version) => stream.send('poke', { version }));
        // Listening begins before the version is read: a commit between the two is poked, never missed.
        const unsubscribe = kernel.bus.subscribe(session.restaurantId, pokes.poke);
        leave = () => {
          isOpen = false;
          unsubscribe();
          pokes.stop();
          remove(stream);
        };
        add(stream);
        try {
          const space = await withTransaction(kernel.pools.app, session.restaurantId, 'read', (client) =>
            readSpace(client, session.restaurantId),
          );
          if (!space) throw new Error('The restaurant has no space');
          stream.send('hello', { epoch: space.epoch, version: space.version });
        } catch (fault) {
          kernel.log.warn('stream_failed', describeFault(fault));
          stream.end();
        }
      },
      cancel: () => leave(),
    },
    { highWaterMark: 0 },
  );
}

/** The first poke goes at once; those of the next 25 ms go as one. */
export function coalesce(
  send: (version: number) => void,
  everyMs = POKE_EVERY_MS,
): { poke: (version: number) => void; stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let waiting: number | null = null;

  function flush() {
    timer = null;
    if (waiting === null) return;
    const version = waiting;
    waiting = null;
    timer = setTimeout(flush, everyMs);
    send(version);
  }

  return {
    poke(version) {
      waiting = Math.max(waiting ?? 0, version);
      if (!timer) flush();
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      waiting = null;
    },
  };
}
