import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { DocumentText20Regular } from '@fluentui/react-icons';
import { businessDay } from '../../../../contract/restaurant/business-day.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import settings from '../../../components/settings/settings.module.css';

const Statement = lazy(() => import('./Statement.tsx').then((module) => ({ default: module.Statement })));

/** Opens the wallet's statement of a period. */
export function StatementCard() {
  const restaurant = useRestaurant();
  const now = useMinute();
  const [isOpen, setIsOpen] = useState(false);
  if (!restaurant) return null;
  const { timezone, business_day_cutoff_time: cutoff } = restaurant;
  return (
    <section className={`g-group ${settings.card}`} aria-labelledby="statement-card">
      <h3 className="g-group-title" id="statement-card">
        Statement
      </h3>
      <p>Money in and out of the wallet, with the balance after each entry.</p>
      <Button className={settings.open} icon={<DocumentText20Regular />} onClick={() => setIsOpen(true)}>
        Open the statement
      </Button>
      {isOpen && (
        <Suspense>
          <Statement
            today={businessDay(new Date(now), timezone, cutoff)}
            clock={restaurant}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
