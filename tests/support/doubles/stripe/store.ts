import type { Clock } from '../../../../server/platform/clock.ts';
import { StripeFault, type Params } from './request.ts';

/** Any object of Stripe's. */
export interface Stored {
  id: string;
  object: string;
  created?: number;
}

/** Everything that the double knows: objects by id, each of the platform (null) or of a restaurant's account. */
export class Store {
  readonly clock: Clock;
  #objects = new Map<string, { account: string | null; value: Stored }>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Seconds. */
  now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }

  put<T extends Stored>(account: string | null, value: T): T {
    this.#objects.set(value.id, { account, value });
    return value;
  }

  remove(id: string): void {
    this.#objects.delete(id);
  }

  /** The id alone has to suffice where a tester names it. */
  find<T extends Stored>(id: string): { account: string | null; value: T } | null {
    return (this.#objects.get(id) as { account: string | null; value: T } | undefined) ?? null;
  }

  /** `id`: as another object names it. */
  get<T extends Stored>(account: string | null, id: string | { id: string } | null, object: T['object']): T {
    const key = typeof id === 'object' ? (id?.id ?? '') : id;
    const found = this.#objects.get(key);
    if (!found || found.account !== account || found.value.object !== object)
      throw new StripeFault(404, { code: 'resource_missing', message: `No such ${object}: '${key}'`, param: 'id' });
    return found.value as T;
  }

  /** Newest first. */
  all<T extends Stored>(account: string | null, object: T['object']): T[] {
    const found = [...this.#objects.values()].filter((one) => one.account === account && one.value.object === object);
    return found.map(({ value }) => value as T).toReversed();
  }

  /** A page of a list, as Stripe's `limit`, `starting_after` and `created` say. */
  page<T extends Stored>(rows: readonly T[], params: Params, url: string) {
    const limit = Number(params.get('limit') ?? 10);
    const from = Number(params.get('created.gte') ?? 0);
    const to = Number(params.get('created.lt') ?? Number.POSITIVE_INFINITY);
    const inTime = rows.filter(({ created = 0 }) => created >= from && created < to);
    const after = params.get('starting_after');
    const start = after === undefined ? 0 : inTime.findIndex(({ id }) => id === after) + 1;
    return {
      object: 'list' as const,
      url,
      data: inTime.slice(start, start + limit),
      has_more: inTime.length > start + limit,
    };
  }

  /** A copy in which the ids at the `expand` paths are replaced by their objects. */
  expand(value: unknown, params: Params): unknown {
    const copy = structuredClone(value);
    for (const [key, path] of params) if (key.startsWith('expand.')) this.#expandPath(copy, path.split('.'));
    return copy;
  }

  #expandPath(value: unknown, [name, ...rest]: string[]): void {
    if (Array.isArray(value)) {
      for (const one of value) this.#expandPath(one, [name!, ...rest]);
      return;
    }
    if (name === undefined || typeof value !== 'object' || value === null) return;
    const fields = value as Record<string, unknown>;
    const held = fields[name];
    const found = typeof held === 'string' ? this.#objects.get(held) : undefined;
    if (found) fields[name] = structuredClone(found.value);
    if (rest.length > 0) this.#expandPath(fields[name], rest);
  }
}
