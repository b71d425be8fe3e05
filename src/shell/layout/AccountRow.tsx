import {
  LockClosed20Regular,
  SignOut20Regular,
  WeatherMoon20Regular,
  WeatherSunny20Regular,
} from '@fluentui/react-icons';
import { Link } from 'wouter';
import { roles } from '../../../contract/people/permissions.ts';
import { links } from '../../links.ts';
import { usePerson } from '../../session/kitchen-mode.ts';
import { useSession } from '../../session/session.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import styles from './AccountRow.module.css';
import { chooseTheme, useTheme } from './use-theme.ts';
import { firstGrapheme } from '../../../contract/clip.ts';

/** Who is signed in, or uses a device in kitchen mode, this device's theme, and the way out, which in kitchen mode asks for the password. */
export function AccountRow() {
  const { user, role, kitchenMode } = useSession();
  const restaurant = useRestaurant();
  const person = usePerson();
  const theme = useTheme();
  if (!user) return null;
  const account = user.name || user.email;
  const name = kitchenMode ? (person?.name ?? 'Locked') : account;
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <div className={`g-row g-gap-4 g-rule-above g-tall-56 ${styles.row}`}>
      <span className={`g-center g-box-28 g-rigid g-strong g-size-12 g-circle ${styles.avatar}`} aria-hidden="true">
        {initials(name)}
      </span>
      <div className="g-fill g-narrow">
        <p className="g-truncate g-strong">{name}</p>
        <p className="g-text-12 g-faint g-truncate">
          {kitchenMode
            ? person
              ? `${roles[person.role].label} · Kitchen mode`
              : 'Kitchen mode'
            : `${restaurant?.name ?? ''}${role === 'owner' ? '' : ` · ${roles[role].label}`}`}
        </p>
      </div>
      <button
        type="button"
        className="g-icon g-square g-round-6 g-hover"
        aria-label={`Use the ${other} theme`}
        onClick={() => chooseTheme(other)}
      >
        {theme === 'dark' ? <WeatherSunny20Regular /> : <WeatherMoon20Regular />}
      </button>
      {kitchenMode ? (
        <Link href={links.settings()} className="g-icon g-square g-round-6 g-hover" aria-label="Kitchen mode">
          <LockClosed20Regular />
        </Link>
      ) : (
        <Link href={links.logout()} className="g-icon g-square g-round-6 g-hover" aria-label="Log out">
          <SignOut20Regular />
        </Link>
      )}
    </div>
  );
}

function initials(name: string): string {
  const words = name
    .split('@')[0]!
    .split(/[\s._-]+/)
    .filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => firstGrapheme(word).toUpperCase())
    .join('');
}
