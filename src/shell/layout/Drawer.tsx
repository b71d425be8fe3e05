import { LockClosed16Regular, PanelLeftContract20Regular } from '@fluentui/react-icons';
import type { MouseEvent } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { classes } from '../../ui/classes.ts';
import { AccountRow } from './AccountRow.tsx';
import styles from './Drawer.module.css';
import { help, hrefOf, isClosed, isCurrentPlace, placesFor, type NavItem } from './nav-items.ts';
import { RestaurantHead } from './RestaurantHead.tsx';
import { SearchButton } from './SearchButton.tsx';
import { useRequests } from './use-requests.ts';
import { useStanding } from './use-standing.ts';
import { useUnreadChats } from './use-unread-chats.ts';

interface DrawerProps {
  /** The number of unanswered orders. */
  newOrders: number;
  onClose: () => void;
  onSearch: () => void;
  onHelp: () => void;
}

/** All places of the app: inline from 1024 px on, in an overlay below that. */
export function Drawer({ newOrders, onClose, onSearch, onHelp }: DrawerProps) {
  const { groups, last } = placesFor(useStanding());
  return (
    <aside className={`g-flex g-whole ${styles.drawer}`} aria-label="Restaurant, places and account">
      <div className="g-row g-gap-4 g-tall-56">
        <RestaurantHead />
        <button
          type="button"
          className="g-center g-square g-rigid g-faint g-round-6 g-hover"
          aria-label="Close the navigation"
          onClick={onClose}
        >
          <PanelLeftContract20Regular />
        </button>
      </div>
      <SearchButton isWide onOpen={onSearch} />
      <nav aria-label="Main" className={`g-flex g-low g-scroll-y ${styles.nav}`}>
        {groups.map(({ label, places }) => (
          <section key={label} aria-label={label}>
            <h2 className={`g-text-12 g-strong g-faint ${styles.group}`}>{label}</h2>
            <PlaceList places={places} newOrders={newOrders} onHelp={onHelp} />
          </section>
        ))}
        <div className={styles.last}>
          <PlaceList places={last} newOrders={newOrders} onHelp={onHelp} />
        </div>
      </nav>
      <AccountRow />
    </aside>
  );
}

function PlaceList({ places, newOrders, onHelp }: Pick<DrawerProps, 'newOrders' | 'onHelp'> & { places: NavItem[] }) {
  const [pathname] = useLocation();
  const search = useSearch();
  const standing = useStanding();
  const counts: Record<string, { count: number; words: string }> = {
    Orders: { count: newOrders, words: 'new' },
    Chats: { count: useUnreadChats(), words: 'unread' },
    Reservations: { count: useRequests(), words: 'to answer' },
  };
  return (
    <ul>
      {places.map((place) => {
        const isCurrent = isCurrentPlace(place, pathname, search);
        const Icon = isCurrent ? place.current : place.icon;
        const { count, words } = counts[place.label] ?? { count: 0, words: '' };
        return (
          <li key={place.label}>
            <Link
              href={hrefOf(place, standing)}
              {...(place === help && {
                onClick: (event: MouseEvent) => {
                  event.preventDefault();
                  onHelp();
                },
              })}
              className={classes('g-row g-gap-12 g-soft g-round-8', styles.place, isCurrent && styles.current)}
              aria-current={isCurrent ? 'page' : undefined}
            >
              <Icon aria-hidden="true" />
              <span className="g-fill">{place.label}</span>
              {isClosed(place, standing) && (
                <>
                  <LockClosed16Regular aria-hidden="true" />
                  <span className="g-hidden">, with the PIN</span>
                </>
              )}
              {count > 0 && (
                <span
                  className={classes(
                    'g-centered g-strong g-size-12 g-round-10 g-line-18',
                    styles.count,
                    place.label === 'Chats' && styles.calm,
                  )}
                >
                  {count}
                  <span className="g-hidden"> {words}</span>
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
