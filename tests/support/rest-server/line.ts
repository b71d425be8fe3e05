import type { Ask } from '../../../src/sync/rest-adapter/api.ts';
import type { RestServer } from './rest-server.ts';

/**
 * What happens to one call. `answered`: it arrives and is answered. `answer lost`: it arrives, but its answer does not. `lost`: it
 * never arrives. `late`: it counts as lost, but arrives when `arriveLate` is called. `silence`: it never arrives and is never
 * answered. `done in silence`: it arrives and is never answered. A status: a proxy answers in the server's place.
 */
export type Fate = 'answered' | 'answer lost' | 'lost' | 'late' | 'silence' | 'done in silence' | { status: number };

/** The in-memory connection between a device and the REST server. */
export interface Line {
  request: Ask;
  /** Decides what happens to each call, by its number (from 0), method and path. */
  fate: (n: number, call: string) => Fate;
  calls: number;
  /** Transforms each answer before the device gets it. */
  rewrite: (json: Record<string, unknown>, call: string) => unknown;
  /** Delivers the calls that are late. */
  arriveLate: () => void;
}

export async function makeLine(server: RestServer): Promise<Line> {
  const signedIn = server.handle({
    method: 'POST',
    path: '/auth/login',
    query: {},
    token: null,
    body: server.store.owner,
  }).body as { data: { token: string } };
  let hanging: (() => void)[] = [];
  const line: Line = {
    calls: 0,
    rewrite: (json) => json,
    arriveLate() {
      for (const arrive of hanging) arrive();
      hanging = [];
    },
    fate: () => 'answered',
    async request({ method, path, query = {}, body = null }) {
      const fate = line.fate(line.calls++, `${method} ${path}`);
      if (fate === 'lost') return { kind: 'unanswered' };
      if (fate === 'silence') return new Promise(() => undefined);
      if (typeof fate === 'object') return { kind: 'status', status: fate.status, error: null, retryAfterMs: null };
      const request = { method, path: decodeURIComponent(path), query, token: signedIn.data.token, body };
      if (fate === 'late') {
        hanging.push(() => void server.handle(structuredClone(request)));
        return { kind: 'unanswered' };
      }
      const answer = server.handle(structuredClone(request));
      if (fate === 'done in silence') return new Promise(() => undefined);
      if (fate === 'answer lost') return { kind: 'unanswered' };
      const json = line.rewrite(answer.body as Record<string, unknown>, `${method} ${path}`) as Record<string, unknown>;
      if (answer.status < 300) return { kind: 'ok', data: { json, at: server.store.now() } };
      return { kind: 'status', status: answer.status, error: json as never, retryAfterMs: null };
    },
  };
  return line;
}
