import type { OrderType } from '../restaurant/rows.ts';
import type { DeliveryLocation } from './rows.ts';

/** The order types that customers are offered: delivery only once the restaurant has said where. Staff may take one to any address. */
export const offeredTypes = (
  order_type: readonly OrderType[],
  locations: readonly Pick<DeliveryLocation, 'is_active' | 'deleted_at'>[],
): OrderType[] => order_type.filter((type) => type !== 'delivery' || locations.some(isOffered));

const isOffered = ({ is_active, deleted_at }: Pick<DeliveryLocation, 'is_active' | 'deleted_at'>) =>
  is_active && deleted_at === null;
