import './world/globals.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './workers.ts';
import { plant, unused } from './world/code.ts';

// One of several threads: it plays the histories that it is given, one after the other.
const { patches, everywhere, length } = workerData as { patches: string[]; everywhere: string[]; length: number };
const port = parentPort!;
const say = (word: FromWorker) => port.postMessage(word);
for (const patch of everywhere) plant(patch);
// With it the watchers are loaded, as they stand in the checkout but for what is planted everywhere.
const { makePlayer } = await import('./player.ts');
for (const patch of patches) plant(patch);
const player = await makePlayer(length);

async function heed(word: ToWorker): Promise<void> {
  if (word !== 'end') return say({ tally: await player.play(word) });
  await player.close();
  say({ unused: unused() });
  port.close();
}

port.on('message', (word: ToWorker) => {
  heed(word).catch(async (error: unknown) => {
    // Not before its database is down.
    await player.close();
    throw error;
  });
});
say({ isReady: true });
