import { StripeFault } from './request.ts';

interface Answered {
  request: string;
  status: number;
  body: string;
}

/** Answers by idempotency key, which Stripe keeps per account for a day. Refusals of parameters are not kept. */
export class Replays {
  #kept = new Map<string, Answered>();

  /** Null: the key is new. */
  find(key: string, request: string): Answered | null {
    const found = this.#kept.get(key);
    if (found && found.request !== request)
      throw new StripeFault(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    return found ?? null;
  }

  keep(key: string, answered: Answered): void {
    this.#kept.set(key, answered);
  }
}
