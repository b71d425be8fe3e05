// Everything that a simulated tab runs, in one module, so that it can be loaded twice: as it is and as a later version of the app.
export { databaseName, makeDb, WRITE_EPOCH } from '../../../src/data/db.ts';
export { followEpoch } from '../../../src/data/epoch.ts';
export { makeIds } from '../../../src/data/ids.ts';
export { keepLastMutation } from '../../../src/data/last-mutation.ts';
export { mutateIn } from '../../../src/data/mutate.ts';
export { isOutdated } from '../../../src/data/outdated.ts';
export { deleteDeadLetter, writeTransaction } from '../../../src/data/store-mutation.ts';
export { readSavedForStart, rescueOnLeave } from '../../../src/data/rescue-on-leave.ts';
export { makeStore } from '../../../src/data/store.ts';
export { watchRows } from '../../../src/data/watch.ts';
export { makeComparison } from '../../../src/sync/protocol/compare.ts';
export { httpTransport } from '../../../src/sync/protocol/http.ts';
export { makeLeadership } from '../../../src/sync/runtime/leadership.ts';
export { makeLoop } from '../../../src/sync/runtime/loop.ts';
export { recover } from '../../../src/sync/recovery/recover.ts';
export { definitionOf } from '../../../src/sync/runtime/registry.ts';
export { retryFailedChange } from '../../../src/sync/recovery/retry-failed-change.ts';
export { withdrawEntry } from '../../../src/sync/recovery/withdraw.ts';
