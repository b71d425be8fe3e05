import { LockClosed20Regular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { roles } from '../../../contract/people/permissions.ts';
import { APP_INDEX, matchRoute, routes } from '../../../contract/routes.ts';
import { whoMay } from '../../api/who-may.ts';
import { links } from '../../links.ts';
import { permissionFor } from '../../session/opens.ts';
import { useSession } from '../../session/session.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { loadingBar } from '../navigation/loading-bar.ts';

/** In the place of a page that the person's role does not open. Who may not see where the app begins, begins with the orders. */
export function ClosedPlace() {
  const { role } = useSession();
  const [pathname, navigate] = useLocation();
  const permission = permissionFor(pathname, useSearch());
  const match = matchRoute(pathname);
  const isIndex = pathname === APP_INDEX;
  const isHelp = pathname === links.help();
  useEffect(() => {
    if (isIndex) navigate(links.orders(), { replace: true });
    else loadingBar.finish();
  }, [isIndex, navigate, pathname]);
  if (isIndex) return null;
  return (
    <Page title={isHelp ? 'Help' : match ? routes[match.path].title : 'Galley'}>
      {/* The help lies over its page, and everybody may open it. */}
      {permission && !isHelp && (
        <EmptyState
          icon={<LockClosed20Regular />}
          title={`Your role, ${roles[role].label}, does not open this.`}
          actions={<Link href={links.orders()}>Go to the orders</Link>}
        >
          Ask {whoMay(permission)}.
        </EmptyState>
      )}
    </Page>
  );
}
