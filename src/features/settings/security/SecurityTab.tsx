import { PasswordCard } from '../password/PasswordCard.tsx';
import { PasskeysCard } from '../passkeys/PasskeysCard.tsx';
import { TwoFactorCard } from './TwoFactorCard.tsx';
import { DataCard } from '../data/DataCard.tsx';
import { PastOrdersCard } from '../data/orders/PastOrdersCard.tsx';
import { DeletionCard } from '../deletion/DeletionCard.tsx';
import { SignInsCard } from '../sign-ins/SignInsCard.tsx';
import { DevicesCard } from '../sessions/DevicesCard.tsx';

/** Who may sign in, and where somebody is signed in. */
export function SecurityTab() {
  return (
    <>
      <h2 className="g-text-18 g-strong">Your account</h2>
      <PasswordCard />
      <TwoFactorCard />
      <PasskeysCard />
      <DevicesCard />
      <SignInsCard />
      <DataCard />
      <PastOrdersCard />
      <DeletionCard />
    </>
  );
}
