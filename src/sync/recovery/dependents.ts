import type { OutboxEntry, Touch } from '../../data/db.ts';
import { argsOf, type Definitions, partsOf, mutationInfoOf } from '../../data/apply-pending.ts';

/** Does the mutation change this row, or something in it, or does it name the row in its body? */
export const dependsOn = ({ touches, path, body }: OutboxEntry, row: Touch): boolean => {
  const { id } = partsOf(row);
  return touches.includes(row) || Object.values(path).includes(id) || names(body, id);
};

const names = (value: unknown, id: string): boolean =>
  value === id || (typeof value === 'object' && value !== null && Object.values(value).some((one) => names(one, id)));

/** Does the mutation create a row where there is none? */
export function makesRow(definitions: Definitions, entry: OutboxEntry): boolean {
  try {
    const definition = definitions(entry.call)!;
    return definition.change(null, argsOf(definition.call, entry), mutationInfoOf(entry)) !== null;
  } catch {
    // A change that throws on an absent row does not make one, nor does one that this code does not know.
    return false;
  }
}
