import { ChevronUpDown20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import { hasHours, openLabel, openState } from '../../../contract/restaurant/opening-hours.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { placesDialog } from '../../routes.ts';
import { useSession } from '../../session/session.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { classes } from '../../ui/classes.ts';
import { Mark } from '../../ui/Mark.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { orderingLabel } from './ordering-label.ts';
import styles from './RestaurantHead.module.css';

const PlacesDialog = lazy(() => placesDialog().then((dialog) => ({ default: dialog })));

/** The restaurant's name, and whether it is open now in its own time zone. */
export function RestaurantHead() {
  const restaurant = useRestaurant();
  const { hasOthers, places, kitchenMode } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const now = useMinute();
  if (!restaurant) return null;
  const { isOpenNow, words } = openingWords(restaurant, now);
  const hasChoice = (hasOthers || places.length > 0) && !kitchenMode;
  return (
    <div className={`g-row g-fill g-narrow g-gap-10 ${styles.head}`}>
      <Mark size={32} />
      <div className="g-narrow g-fill">
        <p className="g-truncate g-strong g-line-20 g-size-15">{restaurant.name}</p>
        {words && (
          <p className="g-row g-text-13 g-gap-6 g-soft">
            <span className={classes('g-rigid g-circle', styles.dot, isOpenNow && styles.open)} aria-hidden="true" />
            <span className="g-truncate">{words}</span>
          </p>
        )}
      </div>
      {hasChoice && (
        <button
          type="button"
          className="g-icon g-square g-rigid g-round-6 g-hover"
          aria-label="Switch to another restaurant"
          onClick={() => setIsOpen(true)}
        >
          <ChevronUpDown20Regular />
        </button>
      )}
      {isOpen && (
        <Suspense>
          <PlacesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function openingWords(restaurant: Restaurant, now: number): { isOpenNow: boolean; words: string | null } {
  const { opening_hours: hours, timezone } = restaurant;
  const { tone, words } = orderingLabel(restaurant, now);
  if (tone === 'paused') return { isOpenNow: false, words };
  // Without opening hours, say nothing.
  if (!hasHours(hours)) return { isOpenNow: false, words: null };
  const state = openState(hours, timezone, new Date(now));
  if (state.isOpen) return { isOpenNow: true, words: openLabel(state, timezone) };
  const next = state.opensAt;
  return { isOpenNow: false, words: next ? `Opens ${shortUntil(next, timezone, now)}` : 'Closed' };
}
