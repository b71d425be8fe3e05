import { lazy, Suspense, useState } from 'react';
import { readSignInWith, type SignInProvider } from '../../../../contract/auth/sign-in-providers.ts';
import { apiBase } from '../../../api/base.ts';
import { useNext } from '../use-next.ts';

const ProviderButtons = lazy(() => import('./ProviderButtons.tsx').then((m) => ({ default: m.ProviderButtons })));

/** Buttons for Google and Facebook below the form if they are configured. Otherwise nothing is shown or loaded. */
export function Providers({ hasAgreement = false }: { hasAgreement?: boolean }) {
  const [offered] = useState(offeredProviders);
  const next = useNext();
  if (offered.length === 0) return null;
  return (
    // Reserve the height, so that nothing moves when the buttons appear.
    <Suspense fallback={<div style={{ height: 44 + offered.length * 52 + (hasAgreement ? 48 : 96) }} />}>
      <ProviderButtons offered={offered} next={next} hasForm hasAgreement={hasAgreement} />
    </Suspense>
  );
}

/** The providers that the server has configured, as it told this browser. An API of another origin cannot tell, so none is offered. */
export const offeredProviders = (): SignInProvider[] =>
  typeof document === 'undefined' || !apiBase().startsWith('/') ? [] : readSignInWith(document.cookie);
