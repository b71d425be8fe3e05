import type { Ask } from '../../../src/sync/plain/api.ts';
import type { PlainServer } from './plain-server.ts';

/** What becomes of one call: it arrives and is answered, or its answer is lost, or it is lost itself, somebody in between answers, or nothing is heard ever
 * again. */
export type Fate = 'answered' | 'answer lost' | 'lost' | 'silence' | 'done in silence' | { status: number };

/** The line between a device and the plain server, in memory. */
export interface Line {
  ask: Ask;
  /** Decides over each call, by its number, from 0, and its method and path. */
  fate: (n: number, call: string) => Fate;
  calls: number;
}

export async function makeLine(server: PlainServer): Promise<Line> {
  const signedIn = server.handle({
    method: 'POST',
    path: '/auth/login',
    query: {},
    token: null,
    body: server.store.owner,
  }).body as { data: { token: string } };
  const line: Line = {
    calls: 0,
    fate: () => 'answered',
    async ask({ method, path, query = {}, body = null }) {
      const fate = line.fate(line.calls++, `${method} ${path}`);
      if (fate === 'lost') return { kind: 'unanswered' };
      if (fate === 'silence') return new Promise(() => undefined);
      if (typeof fate === 'object') return { kind: 'status', status: fate.status, error: null, retryAfterMs: null };
      const request = { method, path: decodeURIComponent(path), query, token: signedIn.data.token, body };
      const answer = server.handle(structuredClone(request));
      if (fate === 'done in silence') return new Promise(() => undefined);
      if (fate === 'answer lost') return { kind: 'unanswered' };
      const json = answer.body as Record<string, unknown>;
      if (answer.status < 300) return { kind: 'ok', data: { json, at: server.store.now() } };
      return { kind: 'status', status: answer.status, error: json as never, retryAfterMs: null };
    },
  };
  return line;
}
