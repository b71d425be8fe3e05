import './environment/globals.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './workers.ts';
import { plant, unused } from './environment/code.ts';

// One of several threads. Plays the histories that it is given, one at a time.
const { patches, everywhere, length, processes } = workerData as {
  patches: string[];
  everywhere: string[];
  length: number;
  processes: number;
};
const port = parentPort!;
const post = (message: FromWorker) => port.postMessage(message);
for (const patch of everywhere) plant(patch);
// Loads the watchers from the checkout, patched only by `everywhere`.
const { makePlayer } = await import('./player.ts');
for (const patch of patches) plant(patch);
const player = await makePlayer(length, processes);

async function onMessage(message: ToWorker): Promise<void> {
  if (message !== 'end') return post({ tally: await player.play(message) });
  await player.close();
  post({ unused: unused() });
  port.close();
}

port.on('message', (message: ToWorker) => {
  onMessage(message).catch(async (error: unknown) => {
    // Stop the database before failing.
    await player.close();
    throw error;
  });
});
post({ isReady: true });
