import type { Params } from './request.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export interface RouteRequest {
  /** The account in whose name the request is made; null: the platform's. */
  account: string | null;
  params: Params;
  /** Of the path. */
  path: Record<string, string>;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** As Hono writes it. */
  path: string;
  /** See checkParams. */
  allowed: readonly string[];
  run(ask: RouteRequest): unknown;
}

export interface Double {
  store: Store;
  webhooks: Webhooks;
  /** The double's own address. */
  url: () => string;
}

export const listed = ['limit', 'starting_after', 'created.gte', 'created.lt'];
