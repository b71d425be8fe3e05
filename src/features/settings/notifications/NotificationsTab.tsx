import { useEffect, useState } from 'react';
import { Button } from '@fluentui/react-components';
import * as z from 'zod/mini';
import { NotificationPreferences } from '../../../../contract/notifications/preferences.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { useServerData } from '../../../api/use-server-data.ts';
import { keepAnswer, keptAnswer } from '../../../session/kept-answers.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import settings from '../settings.module.css';
import { failureMessage } from './labels.ts';
import { PreferencesForm } from './PreferencesForm.tsx';
import { readPreferences } from './requests.ts';
import { TestButtons } from './TestButtons.tsx';

/** How this person hears of the restaurant's events. */
export function NotificationsTab() {
  const restaurant = useRestaurant();
  return restaurant && <Preferences restaurant={restaurant} />;
}

function Preferences({ restaurant }: { restaurant: Restaurant }) {
  const { answer, ask } = useServerData(readPreferences);
  /** What was saved here counts until the server answers again. */
  const [saved, setSaved] = useState<{ preferences: NotificationPreferences; after: typeof answer } | null>(null);
  const name = `notifications.${restaurant.id}`;
  const fresh = saved?.after === answer ? (saved?.preferences ?? null) : answer?.ok ? answer.data : null;
  useEffect(() => {
    if (fresh) keepAnswer(name, fresh);
  }, [fresh, name]);
  const isOffline = answer?.ok === false && answer.kind === 'offline';
  const kept = isOffline ? (z.safeParse(NotificationPreferences, keptAnswer(name)).data ?? null) : null;
  const shown = fresh ?? kept;

  function save(preferences: NotificationPreferences) {
    setSaved({ preferences, after: answer });
    ask();
  }

  if (shown === null)
    return (
      <section className={`g-group ${settings.card}`} aria-label="Notifications">
        {answer === null || answer.ok ? (
          <SkeletonRows rows={6} rowHeight={48} label="Loading the notifications" />
        ) : (
          <>
            <p>
              {isOffline
                ? 'These settings need a network: the server keeps them. The bell of this device still rings.'
                : failureMessage(answer)}
            </p>
            <Button size="large" className={settings.open} onClick={ask}>
              Try again
            </Button>
          </>
        )}
      </section>
    );
  return (
    <>
      <h2 className="g-text-18 g-strong">Notifications</h2>
      <PreferencesForm saved={shown} restaurant={restaurant} onSaved={save} />
      <section className={`g-group ${settings.card}`} aria-labelledby="test-card">
        <h3 className="g-group-title" id="test-card">
          Try it out
        </h3>
        <TestButtons />
      </section>
    </>
  );
}
