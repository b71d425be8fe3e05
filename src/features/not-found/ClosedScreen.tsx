import { LockClosed20Regular } from '@fluentui/react-icons';
import { Link, useLocation, useSearch } from 'wouter';
import { permissionFor } from '../../session/opens.ts';
import { roles } from '../../../contract/people/permissions.ts';
import { matchRoute, routes } from '../../../contract/routes.ts';
import { whoMay } from '../../api/who-may.ts';
import { links } from '../../links.ts';
import { useSession } from '../../session/session.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';

/** In the place of a page that the person's role does not open. */
export function ClosedScreen() {
  const { role } = useSession();
  const [pathname] = useLocation();
  const permission = permissionFor(pathname, useSearch());
  const match = matchRoute(pathname);
  const isHelp = pathname === links.help();
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
