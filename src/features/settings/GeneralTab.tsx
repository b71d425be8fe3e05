import { Suspense, type ReactNode } from 'react';
import { BellCard } from './BellCard.tsx';
import { BrowserCard } from './BrowserCard.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { DeviceNameCard } from './DeviceNameCard.tsx';
import { KitchenModeCard } from './kitchen-mode/KitchenModeCard.tsx';
import { QueueCard } from './queue/QueueCard.tsx';

/** The settings of this device. `push`: the control of its notifications, which is loaded by itself. */
export function GeneralTab({ push }: { push: ReactNode }) {
  return (
    <>
      <h2 className="g-text-18 g-strong">This device</h2>
      <DeviceNameCard />
      <BellCard />
      <KitchenModeCard />
      <DeviceCard />
      <BrowserCard />
      <QueueCard />
      <Suspense>{push}</Suspense>
    </>
  );
}
