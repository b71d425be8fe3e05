import * as calls from '../../../contract/promotions/calls.ts';
import {
  editedPromotion,
  enabledPromotion,
  faultsOfPromotion,
  newPromotion,
  withStatus,
} from '../../../contract/promotions/new-rows.ts';
import type { Promotion } from '../../../contract/promotions/calls.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { actorOf, mutation, needId, stampOf, update, type MutationInfo } from '../../data/mutation.ts';

export const createPromotion = mutation({
  call: calls.create,
  table: 'promotions',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  // The server knows the restaurant's currency.
  change: (row, { body }, info) =>
    row ??
    newPromotion(
      body,
      { id: needId(body.id), at: info.occurredAt, actor: actorOf(info), version: 0 },
      DEFAULT_CURRENCY,
    ),
});

export const editPromotion = update({
  call: calls.edit,
  table: 'promotions',
  rows: ({ path }) => [path.id],
  change: (promotion, { body }, info) => {
    const next = editedPromotion(live(promotion), body, info.occurredAt);
    if (faultsOfPromotion(next)) throw new Error('invalid_fields');
    return { ...next, ...stampOf(info) };
  },
});

export const pausePromotion = update({
  call: calls.pause,
  table: 'promotions',
  rows: ({ path }) => [path.id],
  change: (promotion, _args, info) => setEnabled(live(promotion), false, info),
});

export const resumePromotion = update({
  call: calls.resume,
  table: 'promotions',
  rows: ({ path }) => [path.id],
  change: (promotion, _args, info) => setEnabled(live(promotion), true, info),
});

export const archivePromotion = update({
  call: calls.archive,
  table: 'promotions',
  rows: ({ path }) => [path.id],
  change: (promotion, _args, info) => {
    if (promotion.archived_at !== null) return promotion;
    return { ...withStatus({ ...promotion, archived_at: info.occurredAt }, info.occurredAt), ...stampOf(info) };
  },
});

export const removePromotion = mutation({
  call: calls.remove,
  table: 'promotions',
  effect: 'delete',
  rows: ({ path }) => [path.id],
  change: (promotion) => {
    if (promotion && promotion.times_used > 0) throw new Error('promotion_used');
    return null;
  },
});

function setEnabled(promotion: Promotion, isEnabled: boolean, info: MutationInfo): Promotion {
  if (promotion.is_enabled === isEnabled && (!isEnabled || promotion.published_at !== null)) return promotion;
  return { ...enabledPromotion(promotion, isEnabled, info.occurredAt), ...stampOf(info) };
}

function live<P extends Promotion>(promotion: P): P {
  if (promotion.archived_at !== null) throw new Error('promotion_archived');
  return promotion;
}
