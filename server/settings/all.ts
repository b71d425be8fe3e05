import { valuesOf } from '../../contract/entity-fields.ts';
import { accountFields } from '../../contract/restaurant/setting-fields.ts';
import { may } from '../../contract/people/permissions.ts';
import { getSettings } from '../../contract/settings/calls.ts';
import { listPartners } from '../delivery-partners/routes.ts';
import { findPreferences } from '../notifications/preferences.ts';
import { twoFactorOf } from '../auth/two-factor.ts';
import { statsOf } from '../payments/stats.ts';
import { actingRole, defineHandler } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { findNewest, toSubscription } from '../subscriptions/store.ts';

export const allSettings = defineHandler(getSettings, async (c) => {
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const hasMoney = may(actingRole(c.session), 'money.read');
  const subscription = hasMoney ? await findNewest(c.db, c.restaurantId) : null;
  return {
    account_info: {
      ...valuesOf(accountFields, restaurant),
      id: restaurant.id,
      currency: restaurant.currency,
      delivery_type: restaurant.delivery_type,
    },
    delivery_partners: await listPartners(c.db, c.restaurantId),
    opening_hours: restaurant.opening_hours,
    order_types: restaurant.order_type,
    order_throttle: restaurant.order_throttle,
    tax_settings: restaurant.tax_settings,
    kitchen_stations: restaurant.kitchen_stations,
    printers: restaurant.printers,
    notifications: await findPreferences(c.db, c.restaurantId, c.user.id),
    security: { email: c.user.email, is_email_verified: c.user.isEmailVerified, ...(await twoFactorOf(c, c.user.id)) },
    subscription: hasMoney
      ? { is_available: c.env.stripe !== null, subscription: subscription && toSubscription(subscription) }
      : null,
    wallet: hasMoney ? await statsOf(c.db, c.restaurantId, restaurant.currency) : null,
  };
});
