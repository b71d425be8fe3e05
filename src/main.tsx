// Before all modules of CSS: what a module says wins.
import './ui/global.css';
import './ui/primitives.css';
import { createRoot } from 'react-dom/client';
import { legacyTarget } from '../contract/legacy-hosts.ts';
import { App } from './app.tsx';
import { followHistory, preloadPage, reloadIntoTarget } from './shell/navigation/navigate.ts';
import { watchFaults } from './shell/error-reporting/watch.ts';
import { recoverFromLostChunk } from './shell/navigation/lost-chunk.ts';
import { keepInstallPrompt } from './session/install.ts';

const { VITE_BUSINESS_HOST, VITE_RESTAURANT_HOST, VITE_MARKETING_SITE } = import.meta.env;
// Our own server has sent a visit on a host of old away before; this is for pages that come from elsewhere.
const away = VITE_MARKETING_SITE
  ? legacyTarget(location.host, {
      hosts: [VITE_BUSINESS_HOST ?? '', VITE_RESTAURANT_HOST ?? ''],
      marketingSite: VITE_MARKETING_SITE,
    })
  : null;
if (away) location.replace(away);
// Not awaited: the other files of the first page wait for this one to have run.
else void start();

async function start(): Promise<void> {
  const root = document.querySelector('#app');
  if (!root) throw new Error('index.html has no element with the id app');

  if (import.meta.env.VITE_SENTRY_DSN) watchFaults();
  keepInstallPrompt(window);
  recoverFromLostChunk(window, reloadIntoTarget);
  followHistory(window);
  // Drawn once, with its rows in it (decision 035); a failure shows where the page stands.
  await preloadPage(location.pathname, location.search).catch(() => undefined);
  createRoot(root).render(<App />);
}
