import type { Engine } from '../engine.ts';
import { plainApi } from './api.ts';
import { plainWay, type PlainWay } from './way.ts';

/** What the worker fetches when its server has only the specification's calls. */
export const startPlain = (
  engine: Engine,
  base: string,
  token: () => string,
  fetch: typeof globalThis.fetch,
): PlainWay => plainWay(engine, plainApi(base, token, fetch));
