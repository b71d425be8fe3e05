import { Navigation24Regular } from '@fluentui/react-icons';
import { Link, useLocation, useSearch } from 'wouter';
import { classes } from '../../ui/classes.ts';
import styles from './BottomBar.module.css';
import { hrefOf, isCurrentPlace, isWithin, placesFor } from './nav-items.ts';
import { useStanding } from './use-standing.ts';
import { useUnreadChats } from './use-unread-chats.ts';

interface BottomBarProps {
  newOrders: number;
  isMoreOpen: boolean;
  onMore: () => void;
}

/** The five main places on a phone. */
export function BottomBar({ newOrders, isMoreOpen, onMore }: BottomBarProps) {
  const [pathname] = useLocation();
  const search = useSearch();
  const standing = useStanding();
  const places = placesFor(standing).inBar;
  // A view that is no place of the bar belongs to its page.
  const here =
    places.find((place) => isCurrentPlace(place, pathname, search)) ??
    places.find(({ to, view }) => !view && isWithin(to, pathname));
  const unread = useUnreadChats();
  return (
    <nav aria-label="Main" className={`g-grid g-rigid g-surface g-rule-above g-tall-64 ${styles.bar}`}>
      {places.map((place) => {
        const { label, icon, current } = place;
        const isCurrent = place === here;
        const Icon = isCurrent ? current : icon;
        const count = label === 'Orders' ? newOrders : label === 'Chats' ? unread : 0;
        return (
          <Link
            key={label}
            href={hrefOf(place, standing)}
            className={classes(
              'g-row g-text-12 g-middle g-gap-4 g-soft g-column',
              styles.place,
              isCurrent && styles.current,
            )}
            aria-current={isCurrent ? 'page' : undefined}
          >
            <span className={`g-relative ${styles.icon}`} aria-hidden="true">
              <Icon />
              {count > 0 && (
                <span className={`g-centered g-bold g-line-18 g-absolute g-white g-pad-0-5 ${styles.count}`}>
                  {count > 99 ? '99+' : count}
                </span>
              )}
            </span>
            {label}
            {count > 0 && <span className="g-hidden">, {count} new</span>}
          </Link>
        );
      })}
      <button
        type="button"
        className={`g-row g-text-12 g-middle g-gap-4 g-soft g-column ${styles.place}`}
        aria-expanded={isMoreOpen}
        onClick={onMore}
      >
        <span className={`g-relative ${styles.icon}`} aria-hidden="true">
          <Navigation24Regular />
        </span>
        More
      </button>
    </nav>
  );
}
