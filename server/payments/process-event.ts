import type { OnlineProvider } from '../../contract/payments/providers.ts';
import type { ProviderEvent } from '../integrations/payment-providers/provider.ts';
import type { JobRun } from '../jobs/jobs.ts';
import { eventRuleOf, UNCLEAR, type EventRule, type EventServices } from './event-rules.ts';
import { inMoneyTransaction } from './online/money-context.ts';

interface Row {
  provider: OnlineProvider;
  event: ProviderEvent;
}

/**
 * Processes a stored event of a provider. Rules are idempotent, so a crash before the event is marked does no harm; an event that cannot be
 * applied yet throws and is tried again.
 */
export const eventJobs = (services: Omit<EventServices, 'owner' | 'jobs'>): Record<string, JobRun> => ({
  'payments.webhook': async ({ event_id: id }, { owner, clock, enqueue }) => {
    const { rows } = await owner.query<Row>(
      'SELECT provider, event FROM webhook_events WHERE id = $1 AND processed_at IS NULL',
      [id],
    );
    if (!rows[0]) return;
    const outcome = await process({ ...services, owner, jobs: { enqueue } }, rows[0], clock.now());
    await owner.query('UPDATE webhook_events SET processed_at = $2, outcome = $3 WHERE id = $1', [
      id,
      clock.now().toISOString(),
      outcome,
    ]);
  },
});

async function process(services: EventServices, { provider, event }: Row, now: Date): Promise<string | null> {
  const rule: EventRule<typeof event.kind> | null = eventRuleOf(event.kind);
  if (!rule) return 'not_needed';
  const source = { provider, now };
  const located = await rule.locate(services, event, source);
  if (!located) return 'unknown';
  const apply = (reported: ProviderEvent, isRead: boolean) =>
    inMoneyTransaction(services, { ...located, now }, (c) =>
      rule.apply(c, reported, { ...located, ...source, isRead }),
    );
  const outcome = await apply(event, false);
  const state = outcome === UNCLEAR && (await rule.read?.(services, event));
  return state ? apply({ ...state, occurredAt: now.toISOString() }, true) : outcome;
}
