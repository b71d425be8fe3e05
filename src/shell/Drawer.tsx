import { LockClosed16Regular, PanelLeftContract20Regular } from '@fluentui/react-icons';
import { Link, useLocation } from 'wouter';
import { isLocked } from '../session/kitchen-mode.ts';
import { useSession } from '../session/session.ts';
import { classes } from '../ui/classes.ts';
import { AccountRow } from './AccountRow.tsx';
import styles from './Drawer.module.css';
import { groups, hrefOf, isClosed, isWithin, lastNavItems, type NavItem } from './nav-items.ts';
import { RestaurantHead } from './RestaurantHead.tsx';
import { useUnreadChats } from './use-unread-chats.ts';

interface DrawerProps {
  /** Orders that wait for an answer. */
  newOrders: number;
  onClose: () => void;
}

/** All places of the app: inline from 1024 px, inside an overlay below. Part of the floor, not a layer on it. */
export function Drawer({ newOrders, onClose }: DrawerProps) {
  return (
    <aside className={styles.drawer} aria-label="Restaurant, places and account">
      <div className={styles.head}>
        <RestaurantHead />
        <button type="button" className={styles.close} aria-label="Close the navigation" onClick={onClose}>
          <PanelLeftContract20Regular />
        </button>
      </div>
      <nav aria-label="Main" className={styles.nav}>
        {groups.map(({ label, places }) => (
          <section key={label} aria-label={label}>
            <h2 className={styles.group}>{label}</h2>
            <PlaceList places={places} newOrders={newOrders} />
          </section>
        ))}
        <div className={styles.last}>
          <PlaceList places={lastNavItems} newOrders={newOrders} />
        </div>
      </nav>
      <AccountRow />
    </aside>
  );
}

function PlaceList({ places, newOrders }: { places: NavItem[]; newOrders: number }) {
  const [pathname] = useLocation();
  const isKitchen = isLocked(useSession().kitchenMode);
  const unread = useUnreadChats();
  return (
    <ul>
      {places.map((place) => {
        const isCurrent = isWithin(place.to, pathname);
        const Icon = isCurrent ? place.current : place.icon;
        const count = place.label === 'Orders' ? newOrders : place.label === 'Chats' ? unread : 0;
        return (
          <li key={place.to}>
            <Link
              href={hrefOf(place, isKitchen)}
              className={classes(styles.place, isCurrent && styles.current)}
              aria-current={isCurrent ? 'page' : undefined}
            >
              <Icon aria-hidden="true" />
              <span className={styles.label}>{place.label}</span>
              {isClosed(place, isKitchen) && (
                <>
                  <LockClosed16Regular aria-hidden="true" />
                  <span className="g-hidden">, with the PIN</span>
                </>
              )}
              {count > 0 && (
                <span className={classes(styles.count, place.label === 'Chats' && styles.calm)}>
                  {count}
                  <span className="g-hidden"> {place.label === 'Chats' ? 'unread' : 'new'}</span>
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
