import { parentPort, workerData } from 'node:worker_threads';
import { runOnModel, type RunOptions } from './model-run.ts';
import { plant } from './world/code.ts';

// One of several threads, each with seeds of its own.
const { options, patches } = workerData as { options: RunOptions; patches: string[] };
for (const patch of patches) plant(patch);
let isStopped = false;
parentPort!.on('message', () => (isStopped = true));
const tally = await runOnModel(options, () => isStopped);
parentPort!.postMessage(tally);
parentPort!.close();
