import type { TestProject } from 'vitest/node';
import { startTestCluster } from './cluster.ts';
import type { TestCluster } from './cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** One PostgreSQL for the whole run. Each test file clones its databases from it. */
export default async function startDatabase(project: TestProject) {
  const { stop, ...cluster } = await startTestCluster();
  project.provide('cluster', cluster);
  return stop;
}
