import {
  LockClosed20Regular,
  SignOut20Regular,
  WeatherMoon20Regular,
  WeatherSunny20Regular,
} from '@fluentui/react-icons';
import { Link } from 'wouter';
import { links } from '../routes.ts';
import { useSession } from '../session/session.ts';
import styles from './AccountRow.module.css';
import { chooseTheme, useTheme } from './use-theme.ts';

/** Who is signed in, the theme of this device, and the way out: in kitchen mode the one that asks for the password. */
export function AccountRow() {
  const { user, kitchenMode } = useSession();
  const theme = useTheme();
  if (!user) return null;
  const name = user.name || user.email;
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <div className={styles.row}>
      <span className={styles.avatar} aria-hidden="true">
        {initials(name)}
      </span>
      <div className={styles.texts}>
        <p className={styles.name}>{name}</p>
        <p className={styles.role}>{kitchenMode ? 'Kitchen mode' : 'Owner'}</p>
      </div>
      <button
        type="button"
        className={styles.button}
        aria-label={`Use the ${other} theme`}
        onClick={() => chooseTheme(other)}
      >
        {theme === 'dark' ? <WeatherSunny20Regular /> : <WeatherMoon20Regular />}
      </button>
      {kitchenMode ? (
        <Link href={links.settings()} className={styles.button} aria-label="Kitchen mode">
          <LockClosed20Regular />
        </Link>
      ) : (
        <Link href={links.logout()} className={styles.button} aria-label="Log out">
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
    .map((word) => word[0]!.toUpperCase())
    .join('');
}
