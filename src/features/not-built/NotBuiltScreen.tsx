import { Clock20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import { matchRoute, routes } from '../../../contract/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';

/** The shell and one plain sentence, for a screen whose turn has not come. */
export function NotYetScreen() {
  const [pathname] = useLocation();
  const match = matchRoute(pathname);
  const title = match ? routes[match.path].title : 'Galley';
  return (
    <Page title={title}>
      <EmptyState icon={<Clock20Regular />} title={`${title} is not built yet.`} />
    </Page>
  );
}
