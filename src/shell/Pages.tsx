import { createElement, lazy, Suspense, use, useEffect, type ReactNode } from 'react';
import { Route, useLocation, useSearch } from 'wouter';
import { routes } from '../../contract/routes.ts';
import { useSession } from '../session/session.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { decide } from './guard.ts';
import { loadingBar } from './loading-bar.ts';
import { loadScreen, loadShell, screenNow, shellNow } from './screens.ts';

const FetchAccount = lazy(() => import('./FetchAccount.tsx').then((m) => ({ default: m.FetchAccount })));

/** Shows the page of the address to this session, or goes where the session belongs. */
export function Pages() {
  const [pathname] = useLocation();
  const search = useSearch();
  const decision = decide(pathname, search === '' ? '' : `?${search}`, useSession());
  if (decision.kind === 'redirect') return <Redirect key={decision.to} to={decision.to} />;
  if (decision.kind === 'fetch_user') {
    return (
      <Suspense fallback={null}>
        <FetchAccount />
      </Suspense>
    );
  }
  if (decision.kind === 'not_found') {
    return (
      <Suspense fallback={null}>
        <ScreenView screen="not_found" />
      </Suspense>
    );
  }
  const view = (
    <Route path={decision.path}>
      {/* A screen that stops leaves the shell and the way to other screens. */}
      <ErrorBoundary key={pathname}>
        <Suspense fallback={null}>
          <ScreenView screen={decision.path} />
        </Suspense>
      </ErrorBoundary>
    </Route>
  );
  return routes[decision.path].guard === 'app' ? (
    <Suspense fallback={null}>
      <ShellView>{view}</ShellView>
    </Suspense>
  ) : (
    view
  );
}

function Redirect({ to }: { to: string }) {
  const [, navigate] = useLocation();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}

function ScreenView({ screen }: { screen: Parameters<typeof loadScreen>[0] }) {
  const ready = screenNow(screen) ?? use(loadScreen(screen));
  useEffect(() => loadingBar.finish(), []);
  return createElement(ready);
}

function ShellView({ children }: { children: ReactNode }) {
  return createElement(shellNow() ?? use(loadShell()), null, children);
}
