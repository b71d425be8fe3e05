import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { APP_INDEX } from '../../../contract/routes.ts';
import { links } from '../../links.ts';
import { closedPage } from '../../routes.ts';
import { loadingBar } from '../navigation/loading-bar.ts';

const ClosedScreen = lazy(() => closedPage().then((screen) => ({ default: screen })));

/** In the place of a page that the person's role does not open. Who may not see where the app begins, begins with the orders. */
export function ClosedPlace() {
  const [pathname, navigate] = useLocation();
  const isIndex = pathname === APP_INDEX;
  useEffect(() => {
    if (isIndex) navigate(links.orders(), { replace: true });
    else loadingBar.finish();
  }, [isIndex, navigate, pathname]);
  if (isIndex) return null;
  return (
    <Suspense fallback={null}>
      <ClosedScreen />
    </Suspense>
  );
}
