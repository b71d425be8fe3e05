import 'fake-indexeddb/auto';

// Import this before Dexie. A replayed history must run in the same order, so turns of the event loop replace real timers and other
// threads.

/** Dexie starts a live query with a zero timeout. */
const later = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (task: () => void, ms?: number, ...rest: unknown[]) =>
    ms === 0 && rest.length === 0 ? setImmediate(task) : later(task, ms, ...rest),
  later,
) as typeof setTimeout;

/** Dexie would announce commits to other workers, which play other histories. Within one process it notifies tabs without it. */
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
