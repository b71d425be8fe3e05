import { DEFAULT_CURRENCY } from '../../contract/limits.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { slugOf } from '../../contract/storefront/slug.ts';
import type { Actor } from '../../contract/fields.ts';
import { valuesOf } from '../../contract/entity-fields.ts';
import { settingFields } from '../../contract/restaurant/setting-fields.ts';
import { takesOrders } from '../../contract/restaurant/ordering.ts';

/** A restaurant right after sign-up: plausible settings that its owner corrects later, no opening hours and no menu. */
export function newRestaurant(made: { id: string; name: string; email: string; now: Date; by: Actor }): Restaurant {
  const at = made.now.toISOString();
  return {
    id: made.id,
    version: FIRST_VERSION,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    updated_by: made.by,
    ...valuesOf(settingFields, {}),
    name: made.name,
    slug: slugOf(made.name, made.id),
    email: made.email,
    currency: DEFAULT_CURRENCY,
    is_profile_completed: false,
    opening_hours: { days: [], exceptions: [] },
    ...takesOrders,
    stock_policy: null,
    stock_policy_changed_at: null,
    stock_policy_op_id: null,
    reservation_settings: null,
  };
}

/** The version of a new space and its restaurant's row. */
export const FIRST_VERSION = 1;
