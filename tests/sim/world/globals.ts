import 'fake-indexeddb/auto';

// To be imported before Dexie is. A history must happen in the same order each time it is played: what the real time or other threads
// would decide is decided by turns of the event loop instead.

/** Dexie begins a live query by a timer of no duration. */
const later = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (task: () => void, ms?: number, ...rest: unknown[]) =>
    ms === 0 && rest.length === 0 ? setImmediate(task) : later(task, ms, ...rest),
  later,
) as typeof setTimeout;

/** Dexie would tell the other workers, which play other histories, of each commit. Within one process it tells every tab without it. */
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
