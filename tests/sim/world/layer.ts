// One module that holds everything a simulated tab runs, so that it can be loaded twice: as it is, and as a later version of the app.
export { databaseName, makeDb, WRITE_EPOCH } from '../../../src/data/db.ts';
export { followEpoch } from '../../../src/data/epoch.ts';
export { makeIds } from '../../../src/data/ids.ts';
export { keepLastMutation } from '../../../src/data/last-mutation.ts';
export { mutateIn } from '../../../src/data/mutate.ts';
export { isOutdated } from '../../../src/data/outdated.ts';
export { forgetLetter, writing } from '../../../src/data/record.ts';
export { leftBehind, rescueOnLeave } from '../../../src/data/rescue.ts';
export { makeStore } from '../../../src/data/store.ts';
export { watchRows } from '../../../src/data/watch.ts';
export { makeComparison } from '../../../src/sync/compare.ts';
export { httpTransport } from '../../../src/sync/http.ts';
export { makeLeadership } from '../../../src/sync/leadership.ts';
export { makeLoop } from '../../../src/sync/loop.ts';
export { recover } from '../../../src/sync/recover.ts';
export { definitionOf } from '../../../src/sync/registry.ts';
export { restoreLetter } from '../../../src/sync/restore.ts';
export { withdrawEntry } from '../../../src/sync/withdraw.ts';
