import { Link } from 'wouter';
import { links } from '../../../links.ts';
import { dateOf } from '../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import { RulesCard } from './RulesCard.tsx';
import { TablesCard } from './TablesCard.tsx';
import { TimesCard } from './TimesCard.tsx';

/** The settings of reservations: tables, rules, times. All of them can be changed offline. */
export function ReservationsTab() {
  const restaurant = useRestaurant();
  const now = useMinute();
  if (!restaurant) return null;
  return (
    <>
      {!restaurant.order_type.includes('reservation') && (
        <p className="g-tone-warn g-round-8 g-pad-8-16">
          Guests cannot book online yet: turn on reservations under <Link href={links.website()}>Website</Link>. You can
          take <Link href={links.reservations()}>reservations by phone</Link> all the same.
        </p>
      )}
      <TablesCard restaurant={restaurant} />
      <RulesCard restaurant={restaurant} />
      <TimesCard restaurant={restaurant} today={dateOf(now, restaurant.timezone)} />
      <p>
        Guests can order to their table: print <Link href={links.website({ view: 'codes' })}>QR codes for tables</Link>.
      </p>
    </>
  );
}
