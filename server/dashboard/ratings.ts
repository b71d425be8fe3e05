import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import * as contract from '../../contract/dashboard/calls.ts';
import { order_ratings, orders } from '../db/schema/orders.ts';
import { defineHandler } from '../pipeline/handler.ts';

export const ratings = defineHandler(contract.ratings, async (c) => {
  const ofOrder = and(eq(orders.restaurant_id, order_ratings.restaurant_id), eq(orders.id, order_ratings.order_id));
  const own = and(eq(order_ratings.restaurant_id, c.restaurantId), isNull(orders.deleted_at));
  const counts = await c.db
    .select({ rating: order_ratings.rating, count: sql<number>`count(*)::int` })
    .from(order_ratings)
    .innerJoin(orders, ofOrder)
    .where(own)
    .groupBy(order_ratings.rating);
  const rows = await c.db
    .select({
      order_id: orders.id,
      order_no: orders.order_no,
      customer_id: order_ratings.customer_id,
      customer: orders.customer,
      rating: order_ratings.rating,
      comment: order_ratings.comment,
      rated_at: order_ratings.updated_at,
    })
    .from(order_ratings)
    .innerJoin(orders, ofOrder)
    .where(own)
    .orderBy(desc(order_ratings.updated_at), desc(order_ratings.order_id))
    .limit(contract.RATINGS_LISTED);
  const by_rating = [1, 2, 3, 4, 5].map((grade) => counts.find(({ rating }) => rating === grade)?.count ?? 0);
  const count = by_rating.reduce((sum, n) => sum + n, 0);
  const sum = by_rating.reduce((all, n, at) => all + n * (at + 1), 0);
  return {
    as_of: c.now.toISOString(),
    count,
    average: count === 0 ? null : Math.round((sum / count) * 10) / 10,
    by_rating,
    ratings: rows.map(({ customer, ...row }) => ({ ...row, customer_name: customer.name })),
  };
});
