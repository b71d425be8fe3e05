import { Page } from '../../ui/Page.tsx';
import { BellCard } from './BellCard.tsx';
import { KitchenModeCard } from './kitchen-mode/KitchenModeCard.tsx';
import css from './settings.module.css';

/** What can be set. So far: this device. */
export function SettingsScreen() {
  return (
    <Page title="Settings">
      <div className={css.page}>
        <h2 className={css.section}>This device</h2>
        <BellCard />
        <KitchenModeCard />
      </div>
    </Page>
  );
}
