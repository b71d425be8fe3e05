import { inject } from 'vitest';
import { cloneDatabase } from './cluster.ts';
import type { TestDatabase } from './cluster.ts';

/** An empty, migrated database for one test file or one test. `close` it afterwards. */
export const freshDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('cluster'));
