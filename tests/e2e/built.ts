import { buildWhenNeeded } from '../../server/web/build.ts';

/** Builds the pages as `npm start` does if the sources have changed, once per run. Every browser test runs on built pages. */
export async function buildApp(): Promise<void> {
  await buildWhenNeeded((message) => console.info(message));
}

export default buildApp;
