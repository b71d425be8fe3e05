import type { GalleyDb, Mirrored } from '../../data/db.ts';

export type CustomerRow = Mirrored<'customers'>;

export const allCustomers = (db: GalleyDb): Promise<CustomerRow[]> => db.customers.toArray();

/** A customer's orders on this device, newest first. */
export async function ordersOfCustomer(db: GalleyDb, customerId: string): Promise<Mirrored<'orders'>[]> {
  const orders = await db.orders.where('customer_id').equals(customerId).sortBy('placed_at');
  return orders.reverse();
}
