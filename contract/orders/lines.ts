import type { Args } from '../call.ts';
import type { Order, OrderLine, setLineStatus } from './calls.ts';

export type LineStatusBody = Args<typeof setLineStatus>['body'];

export type LineOutcome =
  | { kind: 'set'; order: Order }
  /** A later change wins, or this one was applied before; `order` is unchanged. */
  | { kind: 'superseded'; order: Order }
  | { kind: 'refused'; code: 'not_found' };

export interface LineContext {
  /** When the person did it, ISO. */
  occurredAt: string;
  opId: string;
  deviceName?: string | null;
}

/**
 * Sets a line's status. The newest `occurredAt` wins, then the greater `opId`, in whatever order they arrive. Never changes the order's own
 * status.
 */
export function applyLineStatus(
  order: Order,
  lineId: string,
  { line_status }: LineStatusBody,
  { occurredAt, opId, deviceName }: LineContext,
): LineOutcome {
  const line = order.lines.find((one) => one.id === lineId);
  if (!line) return { kind: 'refused', code: 'not_found' };
  if (!isNewer(line, occurredAt, opId)) return { kind: 'superseded', order };
  const { line_status_device: _, ...plain } = line;
  const struck: OrderLine = {
    ...plain,
    line_status,
    line_status_at: occurredAt,
    line_status_op_id: opId,
    ...(deviceName && { line_status_device: deviceName }),
  };
  return { kind: 'set', order: { ...order, lines: order.lines.map((one) => (one === line ? struck : one)) } };
}

function isNewer(line: OrderLine, occurredAt: string, opId: string): boolean {
  if (!line.line_status_at) return true;
  const difference = Date.parse(occurredAt) - Date.parse(line.line_status_at);
  if (difference !== 0) return difference > 0;
  return opId.toLowerCase() > (line.line_status_op_id ?? '').toLowerCase();
}
