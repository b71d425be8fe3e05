import { lazy, Suspense } from 'react';
import { pushControl } from '../../routes.ts';
import { Page } from '../../ui/Page.tsx';
import { BellCard } from './BellCard.tsx';
import { BrowserCard } from './BrowserCard.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { DeviceNameCard } from './DeviceNameCard.tsx';
import { KitchenModeCard } from './kitchen-mode/KitchenModeCard.tsx';
import { PasswordCard } from './password/PasswordCard.tsx';
import { QueueCard } from './queue/QueueCard.tsx';
import { DevicesCard } from './sessions/DevicesCard.tsx';
import css from './settings.module.css';

const PushControl = lazy(() => pushControl().then((control) => ({ default: control })));

/** What can be set. So far: this device, and the password. */
export function SettingsScreen() {
  return (
    <Page title="Settings">
      <div className={css.page}>
        <h2 className={css.section}>This device</h2>
        <DeviceNameCard />
        <BellCard />
        <KitchenModeCard />
        <DeviceCard />
        <BrowserCard />
        <QueueCard />
        <Suspense>
          <PushControl />
        </Suspense>
        <h2 className={css.section}>Your account</h2>
        <PasswordCard />
        <DevicesCard />
      </div>
    </Page>
  );
}
