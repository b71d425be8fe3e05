import '../platform/yield-to-requests.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { parseBody, type BodyToParse } from './parse-body.ts';

// Takes a large body apart, off the thread that answers requests. Files are handed over, not copied.
const parsed = await parseBody(workerData as BodyToParse);
const contents =
  'form' in parsed
    ? parsed.form.map(([, content]) => content)
    : 'json' in parsed
      ? Object.values(parsed.json as object).flat()
      : [];
const files = new Set(contents.flatMap((content) => (content instanceof Uint8Array ? [content.buffer] : [])));
parentPort!.postMessage(parsed, [...files] as ArrayBuffer[]);
