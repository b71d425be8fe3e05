import type { InventoryItem } from '../../contract/inventory/calls.ts';
import { quantityLabel } from '../../contract/inventory/quantity-label.ts';
import { fromThousandths, toThousandths } from '../../contract/inventory/stock.ts';
import { notify } from '../notifications/notify.ts';
import { settle } from '../notifications/settle.ts';
import type { StockContext } from './record.ts';

const galley = { kind: 'system' as const, id: null, name: 'Galley' };

/** Tells when something gets low, runs out, or is sold although there is none; and settles that when it is back. */
export async function announceStock(c: StockContext, before: InventoryItem, after: InventoryItem): Promise<void> {
  const group_key = `stock:${after.id}`;
  const [had, has] = [before.quantity, after.quantity].map(toThousandths) as [number, number];
  const about = {
    resource_type: 'inventory_item',
    resource_id: after.id,
    url: `/restaurant/inventory?item=${after.id}`,
    group_key,
  } as const;
  const isOversold = after.is_tracked && has < 0 && has < had && before.last_movement_at !== null;
  if (isOversold || (after.stock_status === 'out' && before.stock_status !== 'out')) {
    const missing = `${quantityLabel(fromThousandths(-has), after.unit)} more than counted. Count it again.`;
    await notify(c, {
      ...about,
      type: 'stock_out',
      title: `${after.name} is out of stock`,
      body: has < 0 ? missing : 'Nothing is left',
      severity: 'warning',
    });
  } else if (after.stock_status === 'low' && before.stock_status === 'in_stock') {
    await notify(c, {
      ...about,
      type: 'stock_low',
      title: `${after.name} is low`,
      body: `${quantityLabel(after.quantity, after.unit)} left`,
      severity: 'info',
    });
  } else if (has > had && after.stock_status !== before.stock_status) await settle(c, group_key, galley);
}
