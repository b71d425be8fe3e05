import { and, desc, eq } from 'drizzle-orm';
import * as contract from '../../contract/customers/calls.ts';
import { withConsent } from '../../contract/customers/consent.ts';
import { consent_changes } from '../db/schema/customers.ts';
import { answer, defineHandler, refuse } from '../pipeline/handler.ts';
import { updateCustomer } from './find-or-create.ts';
import { findCustomer } from './store.ts';

/** Each word is kept; the newest one counts, in whatever order devices send them. */
export const setConsent = defineHandler(contract.setConsent, async (c) => {
  const found = await findCustomer(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const { customer } = found;
  const medium = contract.consentMedia.find((one) => one === c.path.medium)!;
  const { granted, source } = c.body;
  await c.db
    .insert(consent_changes)
    .values({
      restaurant_id: c.restaurantId,
      id: c.opId,
      customer_id: customer.id,
      medium,
      granted,
      source,
      at: c.occurredAt,
      actor: c.actor,
    })
    .onConflictDoNothing();
  const changedRow = withConsent(customer, medium, { granted, at: c.occurredAt, source });
  // A newer word came first from another device.
  if (changedRow === customer) return answer(customer, { notice: { code: 'superseded', current: customer } });
  const changed = {
    marketing_consent: changedRow.marketing_consent,
    version: await c.bump(),
    updated_at: c.now.toISOString(),
    updated_by: c.actor,
  };
  await updateCustomer(c.db, c.restaurantId, customer.id, changed);
  return { ...customer, ...changed };
});

export const listConsents = defineHandler(contract.listConsents, async (c) => {
  const found = await findCustomer(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const rows = await c.db
    .select()
    .from(consent_changes)
    .where(and(eq(consent_changes.restaurant_id, c.restaurantId), eq(consent_changes.customer_id, found.customer.id)))
    .orderBy(desc(consent_changes.at), desc(consent_changes.id));
  return { changes: rows.map(({ restaurant_id: _, customer_id: __, ...change }) => change) };
});
