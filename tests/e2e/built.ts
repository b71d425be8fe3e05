import { build } from 'vite';

/** Builds the app's pages as `npm start` does, from the sources as they are now. */
export async function buildApp(): Promise<void> {
  await build({ logLevel: 'warn' });
}

/** Once a run: every browser test walks through built pages. */
export default buildApp;
