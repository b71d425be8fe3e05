import type { Ask } from '../../../src/sync/rest-adapter/api.ts';
import type { RestServer } from './rest-server.ts';

/** What becomes of one call: it arrives and is answered, or its answer is lost, or it is lost itself, somebody in between answers, or nothing is heard ever
 * again; or it hangs in
 * the line, counts as lost, and arrives when `arriveLate` is called. */
export type Fate = 'answered' | 'answer lost' | 'lost' | 'late' | 'silence' | 'done in silence' | { status: number };

/** The line between a device and the plain server, in memory. */
export interface Line {
  ask: Ask;
  /** Decides over each call, by its number, from 0, and its method and path. */
  fate: (n: number, call: string) => Fate;
  calls: number;
  /** What the device is told in place of what the server answers. */
  told: (json: Record<string, unknown>, call: string) => unknown;
  /** What has hung in the line arrives. */
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
    told: (json) => json,
    arriveLate() {
      for (const arrive of hanging) arrive();
      hanging = [];
    },
    fate: () => 'answered',
    async ask({ method, path, query = {}, body = null }) {
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
      const json = line.told(answer.body as Record<string, unknown>, `${method} ${path}`) as Record<string, unknown>;
      if (answer.status < 300) return { kind: 'ok', data: { json, at: server.store.now() } };
      return { kind: 'status', status: answer.status, error: json as never, retryAfterMs: null };
    },
  };
  return line;
}
