import type { MenuBook, MenuItem } from '../menu/calls.ts';
import type { OrderType } from '../restaurant/rows.ts';
import type { OrderChannel } from './order-channel.ts';

/** What limits how a dish can be ordered, whatever is chosen with it. */
export type LimitedItem = Pick<MenuItem, 'name' | 'order_types' | 'min_quantity' | 'max_quantity'>;

export const typeTexts: Record<OrderType, string> = {
  pickup: 'pickup',
  delivery: 'delivery',
  dine_in: 'the table',
  catering: 'catering',
  reservation: 'reservations',
};

/** A dish without order types is for all of them. */
export const isForType = ({ order_types: types = [] }: Pick<MenuItem, 'order_types'>, type: OrderType): boolean =>
  types.length === 0 || types.includes(type);

/** A menu without channels is for all of them. */
export const isForChannel = ({ channels = [] }: Pick<MenuBook, 'channels'>, channel: OrderChannel): boolean =>
  channels.length === 0 || channels.includes(channel);

/** The number of pieces that a dish can be ordered in, next to `pieces`. */
export const allowedPieces = (
  { min_quantity: least, max_quantity: most }: Pick<MenuItem, 'min_quantity' | 'max_quantity'>,
  pieces: number,
): number => Math.min(most ?? Infinity, Math.max(least ?? 1, pieces));

/** "Samosa: order at least 4"; null: so many can be ordered. */
export function quantityFault(item: LimitedItem, pieces: number): string | null {
  const allowed = allowedPieces(item, pieces);
  if (allowed === pieces) return null;
  return `${item.name}: ${allowed > pieces ? `order at least ${allowed}` : `${allowed} at most in one order`}`;
}

/** How many pieces of a dish the lines have together. */
export const piecesOf = (lines: readonly Line[], itemId: string): number =>
  lines.reduce((sum, line) => (idOf(line) === itemId ? sum + line.quantity : sum), 0);

interface Line {
  menu_item_id: string | null;
  quantity: number;
}

/** An order that is corrected, as it stands. */
interface Standing {
  order_type: OrderType;
  lines: readonly Line[];
}

/**
 * Why dishes cannot be ordered like this, by field of the first line of each: "lines.0.quantity", "lines.0.menu_item_id". The lines of one
 * dish count together. Device, API and storefront decide it here. Of an order that is corrected, a dish of which it has as many as before
 * is not counted again.
 */
export function limitFaults(
  lines: readonly Line[],
  find: (itemId: string) => LimitedItem | undefined,
  type: OrderType,
  standing?: Standing,
): Record<string, string> {
  const faults: Record<string, string> = {};
  const seen = new Set<string>();
  lines.forEach((line, at) => {
    const id = idOf(line);
    const item = id === undefined || seen.has(id) ? undefined : find(id);
    if (id === undefined || !item) return;
    seen.add(id);
    const pieces = piecesOf(lines, id);
    const isTouched = !standing || pieces !== piecesOf(standing.lines, id);
    const fault = isTouched && quantityFault(item, pieces);
    if (fault) faults[`lines.${at}.quantity`] = fault;
    const isOtherType = isTouched || standing.order_type !== type;
    if (isOtherType && !isForType(item, type))
      faults[`lines.${at}.menu_item_id`] = `${item.name}: not for ${typeTexts[type]}`;
  });
  return faults;
}

const idOf = ({ menu_item_id }: Line): string | undefined => menu_item_id?.toLowerCase();
