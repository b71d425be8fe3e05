import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import {
  changedPreferences,
  type NotificationPreferences,
  type PreferencesChange,
} from '../../../../contract/notifications/preferences.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { getSettings } from '../../../../contract/settings/calls.ts';
import { useQuery } from '../../../api/use-server-data.ts';
import { mutate } from '../../../data/mutate.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { SkeletonRows } from '../../../ui/page/SkeletonRows.tsx';
import { saveNotifications } from '../mutations.ts';
import settings from '../../../components/settings/settings.module.css';
import { failureMessage } from './labels.ts';
import { PreferenceSections } from './PreferenceSections.tsx';
import { TestButtons } from './TestButtons.tsx';

/** How this person hears of the restaurant's events. */
export function NotificationsTab() {
  const restaurant = useRestaurant();
  if (!restaurant) return null;
  const saved = restaurant.settings?.notifications;
  return saved ? (
    <Preferences restaurant={restaurant} saved={saved} save={(change) => store(restaurant, change)} />
  ) : (
    <FromServer restaurant={restaurant} />
  );
}

const store = ({ id }: Restaurant, change: PreferencesChange) =>
  void mutate(saveNotifications, { body: { restaurant_id: id, ...change } });

type Props = Parameters<typeof PreferenceSections>[0];

const Preferences = (props: Props) => (
  <>
    <h2 className="g-text-18 g-strong">Notifications</h2>
    <PreferenceSections {...props} />
    <section className={`g-group ${settings.card}`} aria-labelledby="test-card">
      <h3 className="g-group-title" id="test-card">
        Try it out
      </h3>
      <TestButtons />
    </section>
  </>
);

/** The restaurant's row lacks them before its first sync. */
function FromServer({ restaurant }: { restaurant: Restaurant }) {
  const { answer, ask } = useQuery(getSettings, {});
  const [saved, setSaved] = useState<NotificationPreferences | null>(null);
  const shown = saved ?? (answer?.ok ? answer.data.notifications : null);
  if (shown)
    return (
      <Preferences
        restaurant={restaurant}
        saved={shown}
        save={(change) => {
          store(restaurant, change);
          setSaved(changedPreferences(shown, change));
        }}
      />
    );
  return (
    <section className={`g-group ${settings.card}`} aria-label="Notifications">
      {answer === null || answer.ok ? (
        <SkeletonRows rows={6} rowHeight={48} label="Loading the notifications" />
      ) : (
        <>
          <p>
            {answer.kind === 'offline'
              ? 'This device has not loaded these settings yet. Go online once to load them. The bell of this device still rings.'
              : failureMessage(answer)}
          </p>
          <Button className={settings.open} onClick={ask}>
            Try again
          </Button>
        </>
      )}
    </section>
  );
}
