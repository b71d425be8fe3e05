import '../server/platform/yield-to-requests.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface FilesToSend {
  origin: string;
  token: string;
  /** Of each file. */
  bytes: number;
  atOnce: number;
}

const { origin, token, bytes, atOnce } = workerData as FilesToSend;
const file = Buffer.alloc(bytes, ',');
file.write('Order Number');

/** Sends files of past orders, one after the other, and tells how each was answered. */
async function sendFiles(): Promise<void> {
  for (;;) {
    const form = new FormData();
    form.append('file', new Blob([file]), 'orders.csv');
    const response = await fetch(`${origin}/backend/orders/imports/${randomUUID()}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      body: form,
    });
    await response.arrayBuffer();
    parentPort!.postMessage(response.status);
    await sleep(100);
  }
}

await Promise.all(Array.from({ length: atOnce }, sendFiles));
