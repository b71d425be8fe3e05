import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { ErrorBody } from '../../contract/errors.ts';
import type { PublicMenu, PublicMessage, PublicOrder, PublicRestaurant } from '../../contract/storefront/calls.ts';

export type Shop = z.infer<typeof PublicRestaurant>;
export type Menu = z.infer<typeof PublicMenu>;
export type Placed = z.infer<typeof PublicOrder>;
export type SentMessage = z.infer<typeof PublicMessage>;

export type Answer<T> = { kind: 'ok'; data: T } | { kind: 'refused'; error: ErrorBody } | { kind: 'away' };

const TIMEOUT_MS = 10_000;
const TRIES = 5;

/**
 * The storefront API of one restaurant over HTTP, as a customer's browser uses it. A write without an answer is sent again under its
 * key.
 */
export class Intake {
  readonly #base: string;

  /** `address`: Galley's address, without a slash at the end. */
  constructor(address: string, slug: string) {
    this.#base = `${address}/backend/public/restaurants/${slug}`;
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.#ask<T>(path, {});
  }

  post<T>(path: string, body: unknown): Promise<Answer<T>> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return this.#ask<T>(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #ask<T>(path: string, init: RequestInit): Promise<Answer<T>> {
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await fetch(this.#base + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
        if (response.status < 500) {
          const answer = (await response.json()) as { data: T };
          return response.ok
            ? { kind: 'ok', data: answer.data }
            : { kind: 'refused', error: answer as unknown as ErrorBody };
        }
      } catch (fault) {
        if (!(fault instanceof TypeError || fault instanceof DOMException)) throw fault;
      }
      if (tries === TRIES) return { kind: 'away' };
      await new Promise((resolve) => setTimeout(resolve, 500 * tries));
    }
  }
}
