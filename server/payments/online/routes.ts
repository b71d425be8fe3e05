import { and, desc, eq, isNull } from 'drizzle-orm';
import * as contract from '../../../contract/payments/online-calls.ts';
import { checkout as storefrontCheckout } from '../../../contract/storefront/calls.ts';
import { orders } from '../../db/schema/orders.ts';
import { reconciliation_differences } from '../../db/schema/providers.ts';
import { findOrder, toOrder } from '../../orders/store.ts';
import { hashToken } from '../../pipeline/authenticate.ts';
import {
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  Refusal,
  type Handler,
} from '../../pipeline/handler.ts';
import type { Services } from '../../pipeline/services.ts';
import { isId } from '../../platform/ids.ts';
import { checkoutsOfOrder, toLink } from './checkouts.ts';
import { openCheckout } from './open-checkout.ts';

const listLinks = defineHandler(contract.listLinks, async (c) => {
  const order = isId(c.path.id) ? await findOrder(c.db, c.restaurantId, c.path.id) : null;
  if (!order || order.deleted_at) return refuse('not_found');
  const rows = await checkoutsOfOrder(c.db, c.restaurantId, order.id);
  return rows.filter(({ provider }) => provider !== null).map(toLink);
});

const listDifferences = defineHandler(contract.listDifferences, async (c) => {
  const rows = await c.db
    .select()
    .from(reconciliation_differences)
    .where(
      and(eq(reconciliation_differences.restaurant_id, c.restaurantId), isNull(reconciliation_differences.settled_at)),
    )
    .orderBy(desc(reconciliation_differences.found_at), desc(reconciliation_differences.id))
    .limit(100);
  return rows.map(({ restaurant_id: _, settled_at: __, ...row }) => row);
});

export const onlinePaymentRoutes = (services: Services): Handler[] => [
  listLinks,
  listDifferences,
  defineHandlerWithoutTransaction(contract.openLink, async (c) => {
    const { id } = c.path;
    if (!isId(id)) return refuse('not_found');
    const opened = await openCheckout(services, {
      restaurantId: c.restaurantId,
      findOrder: (db) => findOrder(db, c.restaurantId, id),
      tip: c.body.tip_amount ?? 0,
      now: c.now,
    });
    return opened instanceof Refusal ? opened : toLink(opened);
  }),
  defineHandlerWithoutTransaction(storefrontCheckout, async (c) => {
    const opened = await openCheckout(services, {
      restaurantId: c.restaurantId,
      async findOrder(db) {
        const ofToken = eq(orders.public_token_hash, hashToken(c.path.token));
        const [row] = await db
          .select()
          .from(orders)
          .where(and(eq(orders.restaurant_id, c.restaurantId), ofToken, isNull(orders.deleted_at)))
          .limit(1);
        return row ? toOrder(row) : null;
      },
      tip: c.body.tip_amount ?? 0,
      now: c.now,
    });
    // A refusal's current row is the owner's view of the order.
    if (opened instanceof Refusal) return new Refusal(opened.status, { ...opened.error, current: undefined });
    const { url, amount, currency, expires_at } = opened;
    return url === null
      ? refuse('provider_unavailable', { retry_after_seconds: 5 })
      : { checkout_url: url, amount, currency, expires_at };
  }),
];
