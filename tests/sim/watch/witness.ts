import type { PushBody } from '../../../src/sync/protocol/transport.ts';

/** Compares repeated mutations with what was sent before. */
export interface Witness {
  see(body: string): void;
  /** The key that a client sent under this number. */
  keyOf(clientId: string, mid: number): string | undefined;
  /** Number of mutations sent again. */
  resent: number;
  violations: string[];
}

/** R4, R5 on the wire: one mid has one key and the same bytes whenever a client repeats it; mids have no gaps. */
export function makeWitness(): Witness {
  const byMid = new Map<string, string>();
  const byKey = new Map<string, string>();
  const last = new Map<string, number>();
  const bytes = new Map<string, string>();
  const witness: Witness = {
    see,
    keyOf: (clientId, mid) => byMid.get(`${clientId} ${mid}`),
    resent: 0,
    violations: [],
  };

  function see(text: string): void {
    const { client_id, mutations } = JSON.parse(text) as PushBody;
    for (const { mid, key, ...rest } of mutations) {
      const [place, content] = [`${client_id} ${mid}`, JSON.stringify(rest)];
      if (bytes.has(key)) witness.resent += 1;
      expectSame(byMid, place, key, `mid ${mid} stands for two changes`);
      expectSame(byKey, `${client_id} ${key}`, place, `${key} goes under two mids`);
      expectSame(bytes, key, content, `${key} was sent again with other bytes`);
      const highest = last.get(client_id) ?? 0;
      if (mid > highest + 1) witness.violations.push(`R5 mid ${mid} leaves a gap after ${highest}`);
      last.set(client_id, Math.max(highest, mid));
    }
  }

  function expectSame(known: Map<string, string>, name: string, value: string, otherwise: string): void {
    const before = known.get(name);
    if (before !== undefined && before !== value) witness.violations.push(`R5 ${otherwise}`);
    known.set(name, before ?? value);
  }

  return witness;
}
