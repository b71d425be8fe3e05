import type { ReactNode } from 'react';
import { PasskeysCard } from './passkeys/PasskeysCard.tsx';
import { PasswordCard } from './password/PasswordCard.tsx';
import { DevicesCard } from './sessions/DevicesCard.tsx';
import { SignInsCard } from './sign-ins/SignInsCard.tsx';
import { TwoFactorCard } from './two-factor/TwoFactorCard.tsx';

/** Who may sign in, and where somebody is signed in. `children`: what else is done with the account. */
export function SecurityTab({ children }: { children: ReactNode }) {
  return (
    <>
      <h2 className="g-text-18 g-strong">Your account</h2>
      <PasswordCard />
      <TwoFactorCard />
      <PasskeysCard />
      <DevicesCard />
      <SignInsCard />
      {children}
    </>
  );
}
