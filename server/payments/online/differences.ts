import { reconciliation_differences } from '../../db/schema/providers.ts';
import { newId } from '../../platform/ids.ts';
import type { MoneyContext } from './money-context.ts';

type Row = typeof reconciliation_differences.$inferSelect;

export type NewDifference = Pick<
  Row,
  'provider' | 'kind' | 'provider_reference' | 'ledger_amount' | 'provider_amount' | 'currency'
> &
  Partial<Pick<Row, 'payment_id' | 'withdrawal_id'>>;

/** Records what the books and the provider say differently, each once. One that had gone is open again. */
export async function noteDifference(c: MoneyContext, difference: NewDifference): Promise<void> {
  const { ledger_amount, provider_amount } = difference;
  await c.db
    .insert(reconciliation_differences)
    .values({
      payment_id: null,
      withdrawal_id: null,
      ...difference,
      restaurant_id: c.restaurantId,
      id: newId(c.now),
      found_at: c.now.toISOString(),
      settled_at: null,
    })
    .onConflictDoUpdate({
      target: [
        reconciliation_differences.restaurant_id,
        reconciliation_differences.provider,
        reconciliation_differences.provider_reference,
        reconciliation_differences.kind,
      ],
      set: { ledger_amount, provider_amount, settled_at: null },
    });
}
