import type { Promotion } from '../../../contract/promotions/calls.ts';
import type { CodeReason, RefusedCode } from '../../../contract/promotions/price.ts';
import { namesOf } from '../../../contract/entity-fields.ts';
import { promotionFields } from '../../../contract/promotions/promotion-fields.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { isOf } from '../../data/mutation.ts';
import { money } from '../../lib/money.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { fieldLabels } from './labels.ts';
import {
  archivePromotion,
  createPromotion,
  editPromotion,
  pausePromotion,
  removePromotion,
  resumePromotion,
} from './mutations.ts';

type Change = Pick<OutboxEntry, 'call' | 'body'>;

/** Describes a change of promotions: "Lunch deal: paused". */
export function describePromotion(change: Change, promotion: Promotion | null): Described {
  const name = promotion?.name ?? (change.body['name'] as string | undefined) ?? 'A promotion';
  const base = {
    place: 'Promotions',
    icon: 'menu' as const,
    href: promotion ? links.promotion(promotion.id) : links.promotions(),
  };
  const did = steps.find(([{ call }]) => isOf(call, change))?.[1];
  if (did) return { ...base, title: `${name}: ${did}`, subject: `${name}, ${did}` };
  const fields = fieldsOf(change.body)
    .map((field) => fieldLabels[field])
    .join(', ');
  return { ...base, title: `${name} changed: ${fields}`, subject: `${name}, ${fields}` };
}

const steps = [
  [createPromotion, 'created'],
  [pausePromotion, 'paused'],
  [resumePromotion, 'started'],
  [archivePromotion, 'archived'],
  [removePromotion, 'deleted'],
] as const;

/** Why a change of promotions was refused, or what stands instead. */
export function describePromotionRefusal(deadLetter: DeadLetter, { timezone }: Restaurant, now: number): Refusal {
  const { entry, error, reason } = deadLetter;
  const row = deadLetter.theirs as Promotion | null;
  if (reason === 'superseded' && row) {
    const standing = lostFields(deadLetter)?.standing;
    const lost = fieldsOf(lostPart(deadLetter)).map((field) => fieldLabels[field]);
    return {
      why: [
        standing
          ? standingWords(standing, entry.occurredAt, timezone, now)
          : 'Another device changed it too. What was changed last stands.',
        lost.length > 0 ? `It concerns: ${lost.join(', ')}.` : '',
      ]
        .filter(Boolean)
        .join(' '),
      pair: null,
      restoreLabel: 'Restore yours',
      keepLabel: 'Keep theirs',
    };
  }
  const isCreation = isOf(createPromotion.call, entry);
  return {
    why: whyRefused(deadLetter, isCreation),
    pair: null,
    restoreLabel: error?.code === 'internal' ? 'Try again' : null,
    keepLabel: isCreation ? 'Drop the promotion' : 'Understood',
    ...(isCreation && error?.code !== 'not_found'
      ? { mend: { words: 'Look at it and save it again', href: links.promotions({ failed: deadLetter.key }) } }
      : row && isOf(editPromotion.call, entry)
        ? { mend: { words: 'Open the promotion', href: links.promotion(row.id) } }
        : {}),
  };
}

function whyRefused({ error, reason, entry }: DeadLetter, isCreation: boolean): string {
  const then = isCreation ? 'The promotion does not run.' : 'The promotion has not changed.';
  if (reason === 'dependency') return `What it belongs to was refused. ${then}`;
  if (error?.code === 'promotion_code_taken')
    return `Another promotion has the code ${(entry.body['code'] as string | null) ?? ''}. ${then}`;
  if (error?.code === 'promotion_archived') return 'It was archived before this arrived.';
  if (error?.code === 'promotion_used') return 'An order has used it, so it cannot be deleted. Archive it instead.';
  if (error?.code === 'not_found') return 'It was deleted before this arrived.';
  if (error?.code === 'file_missing') return `Its photo did not reach the server. ${then}`;
  if (error?.code === 'invalid_fields') return `The server does not take these values. ${then}`;
  return `The server refused it. ${then}`;
}

const fieldsOf = (body: Record<string, unknown>) => namesOf(promotionFields).filter((field) => field in body);

const reasons: Record<CodeReason, string> = {
  unknown: 'There is no such code',
  paused: 'This promotion is paused',
  not_started: 'This promotion has not started yet',
  expired: 'This promotion has ended',
  exhausted: 'This promotion has been used up',
  outside_windows: 'This promotion does not run at this time',
  order_type: 'It is not for this type of order',
  channel: 'It is not for orders from here',
  minimum: 'The order is too small for it',
  customer: 'It is not for this customer',
  customer_unknown: 'Say who the customer is: it depends on them',
  used_by_customer: 'This customer has used it as often as they may',
  no_dishes: 'Nothing in this order is part of it',
  no_delivery_fee: 'There is no delivery fee to reduce',
  not_combined: 'It cannot be combined with the other promotion',
};

/** Why a code does nothing for an order. */
export const reasonOf = ({ reason, min_order_amount }: Omit<RefusedCode, 'code'>, currency: string): string =>
  min_order_amount === undefined
    ? (reasons[reason] ?? reasons.unknown)
    : `It needs an order of ${money(min_order_amount, currency)}`;
