import { buildWhenNeeded } from '../../server/web/build.ts';

/** Builds the pages as `npm start` does, when the sources have changed since. Once a run: every browser test walks through built pages. */
export async function buildApp(): Promise<void> {
  await buildWhenNeeded((message) => console.info(message));
}

export default buildApp;
