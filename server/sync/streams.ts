import type { SignedIn } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { describeFault } from '../platform/log.ts';
import { POKE_EVERY_MS } from '../platform/bus.ts';
import { glance } from '../db/with-transaction.ts';
import { readingSpace, toSpace } from '../db/space.ts';

/** A device doubts a stream after 6 s of silence (src/sync/protocol/stream.ts). */
export const PING_EVERY_MS = 4_000;
/** How soon a stream notices that its session has ended. */
const CHECK_EVERY_MS = 1000;
/** Open streams per user. A tablet has one, in its leading tab. */
export const STREAMS_PER_USER = 20;
/** Unread events after which a reader counts as gone. */
const UNREAD_MAX = 100;

export interface Streams {
  /** A response with server-sent events. If the user has too many, the oldest is closed. */
  open(session: SignedIn): Response;
  /** How many are open. */
  count(): number;
  /** Closes every stream when the process stops; devices connect to the next one. */
  close(): void;
}

interface Stream {
  session: SignedIn;
  send(event: string, data: unknown): void;
  end(): void;
}

/** Keeps the open streams of this process: one timer for pings, and one query a second for all their sessions. */
export function createStreams(services: Services): Streams {
  const all = new Set<Stream>();
  let timers: NodeJS.Timeout[] = [];

  function add(stream: Stream) {
    all.add(stream);
    if (timers.length > 0) return;
    timers = [
      setInterval(() => all.forEach((each) => each.send('ping', {})), PING_EVERY_MS),
      setInterval(() => void endDead(), CHECK_EVERY_MS),
    ];
    // The timers must not keep the process alive.
    for (const timer of timers) timer.unref();
  }

  function remove(stream: Stream) {
    all.delete(stream);
    if (all.size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  async function endDead() {
    // Those that open while the query runs are not in its answer.
    const asked = [...all];
    const hashes = [...new Set(asked.map((stream) => stream.session.tokenHash))];
    try {
      const { rows } = await services.pools.accounts.query<{ token_hash: string }>(
        `SELECT token_hash FROM sessions s WHERE token_hash = ANY($1) AND expires_at > $2
            AND EXISTS (SELECT FROM memberships m
                         WHERE m.user_id = s.user_id AND m.restaurant_id = s.restaurant_id AND m.suspended_at IS NULL)`,
        [hashes, services.clock.now().toISOString()],
      );
      const live = new Set(rows.map((row) => row.token_hash));
      for (const stream of asked) {
        if (live.has(stream.session.tokenHash)) continue;
        stream.send('bye', { reason: 'session' });
        stream.end();
      }
    } catch (fault) {
      // The database is unreachable; sessions are checked again in a second.
      services.log.warn('stream_check_failed', describeFault(fault));
    }
  }

  return {
    open(session) {
      const own = [...all].filter((stream) => stream.session.user.id === session.user.id);
      // The oldest may belong to a tablet that vanished, which TCP notices only after a quarter of an hour. A living tablet reconnects.
      if (own.length >= STREAMS_PER_USER) own[0]!.end();
      return new Response(makeStream(services, session, add, remove), { headers });
    },
    count: () => all.size,
    close() {
      for (const stream of all) stream.end();
    },
  };
}

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // nginx would buffer the events.
  'X-Accel-Buffering': 'no',
};

function makeStream(
  services: Services,
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
        // Subscribe before the version is read, so that a commit in between is not missed.
        const unsubscribe = services.bus.subscribe(session.restaurantId, pokes.poke);
        leave = () => {
          isOpen = false;
          unsubscribe();
          pokes.stop();
          remove(stream);
        };
        add(stream);
        try {
          const { restaurantId } = session;
          const [rows] = await glance(services.pools.app, restaurantId, [readingSpace(restaurantId)]);
          const space = toSpace(rows?.[0]);
          if (!space) throw new Error('The restaurant has no space');
          stream.send('hello', { epoch: space.epoch, version: space.version });
        } catch (fault) {
          services.log.warn('stream_failed', describeFault(fault));
          stream.end();
        }
      },
      cancel: () => leave(),
    },
    { highWaterMark: 0 },
  );
}

/** Sends the first poke at once and combines those of the next 25 ms. */
export function coalesce(
  send: (version: number) => void,
  everyMs = POKE_EVERY_MS,
): { poke: (version: number) => void; stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let pendingVersion: number | null = null;

  function flush() {
    timer = null;
    if (pendingVersion === null) return;
    const version = pendingVersion;
    pendingVersion = null;
    timer = setTimeout(flush, everyMs);
    send(version);
  }

  return {
    poke(version) {
      pendingVersion = Math.max(pendingVersion ?? 0, version);
      if (!timer) flush();
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      pendingVersion = null;
    },
  };
}
