import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pools } from '../../db/open.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Env } from '../../env.ts';
import type { Llm } from '../../integrations/llm.ts';
import type { Model } from '../compose-answer.ts';
import { openTurn, withoutEffect, type View } from '../guide/guide.ts';
import type { State } from '../guide/state.ts';
import { localDate, type Turn } from '../guide/turn.ts';
import { converse, MESSAGE_TOKENS } from './converse.ts';
import { reserveTokens, returnTokens } from './usage.ts';

export interface ModelOptions {
  pools: Pick<Pools, 'app'>;
  llm: Llm | null;
  env: Pick<Env, 'publicUrl' | 'isWebsiteByHost' | 'secretsKey' | 'llmDailyTokens' | 'llmSeconds'>;
}

/** Runs with the guide's view of a state, in a transaction that only reads: what it drafts is stored by nobody. */
function openDrafts({ pools, env }: Pick<ModelOptions, 'pools' | 'env'>, restaurantId: string, view: View, now: Date) {
  return <T>(state: State, run: (turn: Turn) => Promise<T>): Promise<T> =>
    withTransaction(pools.app, restaurantId, 'read', async (client) => {
      const turn = await openTurn(withoutEffect({ db: drizzle(client), restaurantId, now, env }), view, state);
      if (!turn) throw new Error('Nobody talks with a guest who is blocked');
      return run(turn);
    });
}

/** The model within its bounds of a day; null: none is configured. `state`: how far the guest is in the guide. */
export function openModel(
  options: ModelOptions,
  restaurantId: string,
  view: Omit<View, 'language'>,
  state: State,
): Model | null {
  const { llm, pools, env } = options;
  if (!llm) return null;
  return async ({ question, before = [], facts, now }, known) => {
    // A number of pieces, and nothing else, the guide reads without a doubt.
    if (state.expects === 'quantity' && /^\d{1,2}$/.test(question.trim())) return null;
    const date = localDate(now.toISOString(), facts.rules.timezone);
    const inDay = <T>(run: (day: Parameters<typeof reserveTokens>[0]) => Promise<T>) =>
      withTransaction(pools.app, restaurantId, 'write', (client) =>
        run({ db: drizzle(client), restaurantId, now, date }),
      );
    if (!(await inDay((day) => reserveTokens(day, MESSAGE_TOKENS, env.llmDailyTokens)))) return null;
    let spent = 0;
    try {
      return await converse(llm, {
        question,
        before,
        known,
        state,
        signal: AbortSignal.timeout(env.llmSeconds * 1000),
        withTurn: openDrafts(options, restaurantId, { ...view, language: known.language }, now),
        onSpent: (tokens) => void (spent += tokens),
      });
    } finally {
      await inDay((day) => returnTokens(day, MESSAGE_TOKENS - spent));
    }
  };
}
