import { permissionOf, type Access, type Call } from '../../contract/call.ts';
import type { Permission } from '../../contract/people/permissions.ts';
import type { Refusal, SignedIn } from './handler.ts';
import type { Services } from './services.ts';
import type { Input } from './validate.ts';

/** On whose behalf a call is made. */
export interface Caller {
  /** Null: nobody is signed in, or it does not matter. */
  session: SignedIn | null;
  /** Null: the call is not about a restaurant, or it is not known which. */
  restaurantId: string | null;
}

export interface IdentifyOptions {
  call: Call;
  /** Path parameters, not validated yet. */
  path: Record<string, string>;
  /** The client's IP address. */
  address: string;
  session: SignedIn | null;
  now: Date;
}

export interface AuthorizedCall {
  call: Call;
  /** What it needs: `access`, or what its body needs beyond that. */
  permission: Permission | null;
  caller: Caller;
  /** The client's IP address. */
  address: string;
  now: Date;
}

/** A call whose input is valid. */
export type CountedCall = Omit<AuthorizedCall, 'permission'> & { input: Input };

/** What a class of access requires of its calls. The table is in server/app.ts. */
export interface Guard {
  /** 401 without a session, before anything else is read. */
  needsSession: boolean;
  /** 403 `profile_incomplete` while the restaurant's profile is. */
  needsProfile: boolean;
  /**
   * How calls run.
   * - `none`: outside of a transaction.
   * - `plain`: reads and writes in one transaction of the restaurant.
   * - `once`: like `plain`, and each write locks the space and is processed once for each idempotency key.
   */
  transaction: 'none' | 'plain' | 'once';
  /** Its callers have no outbox: a write needs an Idempotency-Key, and no mutation id is read. */
  requiresKey: boolean;
  /** Identifies the caller and the restaurant, before the body is read. */
  identify(services: Services, options: IdentifyOptions): Promise<Caller | Refusal> | Caller;
  /** Refuses the caller for any call. Nothing is stored. */
  authorize?(caller: Caller): Refusal | null;
  /** Refuses this one call. A queued mutation stores the refusal as its result, so that the queue continues. */
  restrict?(call: AuthorizedCall): Refusal | null;
  /** Counts a call whose input is valid against rate limits. */
  count?(services: Services, call: CountedCall): Promise<Refusal | null>;
}

/** One guard for each class of access; `member`: of the calls that need a permission. */
export type Guards = Record<Exclude<Access, Permission> | 'member', Guard>;

export const guardOf = (guards: Guards, call: Call): Guard =>
  guards[permissionOf(call) ? 'member' : (call.options.access as Exclude<Access, Permission>)];

/** Bytes of a file change no row and are no entry of the outbox: see their call. */
export const isWrite = (call: Call): boolean =>
  call.method !== 'GET' && !['read', 'carried'].includes(call.options.offline.kind);

/** True for a write that is processed once per key. */
export const isProcessedOnce = (guards: Guards, call: Call): boolean =>
  guardOf(guards, call).transaction === 'once' && isWrite(call);
