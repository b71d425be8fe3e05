import { Globe24Regular } from '@fluentui/react-icons';
import { type BrowserLimit, limitsOf } from '../../session/browser-limits.ts';
import { useInstallMethod } from '../../session/install.ts';
import css from '../../components/settings/settings.module.css';

interface LimitWords {
  lacks: string;
  /** What works in its place. */
  instead: string;
}

const limitWords: Record<BrowserLimit, LimitWords> = {
  push: {
    lacks: 'No notifications while Galley is closed.',
    instead: 'Keep Galley open: it rings for each new order.',
  },
  background_sync: {
    lacks: 'Changes made offline are not sent while Galley is closed.',
    instead: 'They are kept. Open Galley when the network is back, and they are sent.',
  },
  receipt_printer: {
    lacks: 'No direct connection to a receipt printer.',
    instead: 'Print with the print dialog, or print from Chrome or Edge.',
  },
  badge: {
    lacks: 'No number of new orders on the app icon.',
    instead: 'The tab’s title and the top of each page show it.',
  },
  asks_to_keep: {
    lacks: 'Firefox asks before it promises to keep data.',
    instead: 'Choose Allow when it asks. Until then, sent changes are safe on the server.',
  },
};

/** On an iPad or iPhone two of them need the home screen. */
const needsHomeScreen: Partial<Record<BrowserLimit, string>> = {
  push: 'Install Galley on the home screen and open it from there to get them. Until then keep Galley open: it rings.',
  badge: 'Install Galley on the home screen and allow notifications to get it.',
};

/** What this browser lacks, each with what works instead. Hidden if nothing is missing. */
export function BrowserCard() {
  const way = useInstallMethod();
  const limits = limitsOf(globalThis);
  if (limits.length === 0) return null;
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="browser-card">
      <div className="g-row g-gap-12">
        <Globe24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="browser-card">
          What this browser can’t do
        </h3>
      </div>
      <ul className={css.limits}>
        {limits.map((limit) => (
          <li key={limit}>
            <b className="g-strong g-ink">{limitWords[limit].lacks}</b>{' '}
            {(way === 'ios' ? needsHomeScreen[limit] : undefined) ?? limitWords[limit].instead}
          </li>
        ))}
      </ul>
    </section>
  );
}
