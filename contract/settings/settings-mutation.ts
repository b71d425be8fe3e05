import { readInternational } from '../auth/phone.ts';
import type { Args, Call } from '../call.ts';
import type { Restaurant } from '../restaurant/rows.ts';
import { withChanges, type Change } from './edit-settings.ts';

/**
 * The part of a mutation that sets values of the restaurant's row. `changes`: what its arguments change. A row without `settings` shows only
 * what changes in its own fields.
 */
export const ofSettings = <C extends Call>(
  call: C,
  changes: (args: Args<C>, restaurant: Restaurant, at: string) => readonly Change[],
) =>
  ({
    call,
    table: 'restaurants',
    effect: 'update',
    rows(args: Args<C>) {
      const { restaurant_id } = (args as { body: { restaurant_id?: string } }).body; // such a call has it
      if (!restaurant_id) throw new Error('A row needs its id');
      return [restaurant_id];
    },
    change(restaurant: Restaurant | null, args: Args<C>, { occurredAt: at, deviceName: name }: Info): Restaurant {
      if (!restaurant) throw new Error('not_found');
      const next = withChanges(restaurant, changes(args, restaurant, at), readInternational);
      return { ...next, updated_at: at, updated_by: { kind: 'user', id: null, name } };
    },
  }) as const;

interface Info {
  occurredAt: string;
  deviceName: string;
}
