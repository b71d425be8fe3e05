import { touchOf } from '../../data/mutation.ts';
import { useLive } from '../../data/live.ts';
import * as mutations from './mutations.ts';

/** Names of the sections that this device has saved and the server does not have yet, each once. */
export function useWaiting(restaurantId: string | undefined): string[] {
  const calls = useLive(
    async (db) => {
      if (!restaurantId) return [];
      const entries = await db.outbox.where('touches').equals(touchOf('restaurants', restaurantId)).toArray();
      return entries.map(({ call }) => call);
    },
    [restaurantId],
  );
  return [...new Set((calls ?? []).flatMap((call) => sectionLabels[call] ?? []))];
}

const names: Record<keyof typeof mutations, string> = {
  saveBasicInfo: 'basic information',
  saveRestaurantType: 'type',
  saveImages: 'images',
  saveThemeColors: 'colours',
  saveOrderTypes: 'order types',
  saveOpeningHours: 'opening hours',
  saveExtraPages: 'pages and links',
  publish: 'publication',
};
const sectionLabels = Object.fromEntries(
  Object.entries(mutations).map(([name, { call }]) => [call.name, names[name as keyof typeof mutations]]),
);
