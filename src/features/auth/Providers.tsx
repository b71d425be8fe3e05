import { lazy, Suspense, useState } from 'react';
import { readSignInWith, type SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import { apiBase } from '../../api/base.ts';
import { useNext } from './use-next.ts';

const ProviderButtons = lazy(() => import('./ProviderButtons.tsx').then((m) => ({ default: m.ProviderButtons })));

/** Google and Facebook below the form, where they are set up; nothing, and nothing loaded, where they are not. */
export function Providers({ hasAgreement = false }: { hasAgreement?: boolean }) {
  const [offered] = useState(offeredProviders);
  const next = useNext();
  if (offered.length === 0) return null;
  return (
    // Its room is kept, so that nothing moves under a finger when the buttons come.
    <Suspense fallback={<div style={{ height: 44 + offered.length * 52 + (hasAgreement ? 48 : 96) }} />}>
      <ProviderButtons offered={offered} next={next} hasForm hasAgreement={hasAgreement} />
    </Suspense>
  );
}

/** Whom people can sign in with here, as the server has told this browser. An API of another origin cannot tell, and offers nobody. */
export const offeredProviders = (): SignInProvider[] =>
  typeof document === 'undefined' || !apiBase().startsWith('/') ? [] : readSignInWith(document.cookie);
