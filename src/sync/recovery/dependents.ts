import type { OutboxEntry, Touch } from '../../data/db.ts';
import { type Definitions, partsOf } from '../../data/apply-pending.ts';

/** True if the mutation changes this row, is below it by its path, or names it in its body. */
export const dependsOn = ({ touches, path, body }: OutboxEntry, row: Touch): boolean => {
  const { id } = partsOf(row);
  return touches.includes(row) || Object.values(path).includes(id) || names(body, id);
};

const names = (value: unknown, id: string): boolean =>
  value === id || (typeof value === 'object' && value !== null && Object.values(value).some((one) => names(one, id)));

/** True if the mutation creates its row. An unknown mutation creates none. */
export const makesRow = (definitions: Definitions, { call }: OutboxEntry): boolean =>
  definitions(call)?.effect === 'create';
