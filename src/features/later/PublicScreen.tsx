import { Link, useLocation } from 'wouter';
import { matchRoute, routes, type RoutePath } from '../../../contract/routes.ts';
import { links } from '../../routes.ts';
import { PlainPage } from '../../ui/PlainPage.tsx';

/** One plain sentence for each public page whose own issue has not come. */
const sentences: Partial<Record<RoutePath, string>> = {
  '/success': 'The result of this payment cannot be shown here yet. Ask the restaurant whether it has arrived.',
  '/failure': 'The result of this payment cannot be shown here yet. Ask the restaurant whether it has arrived.',
  '/failed': 'The result of this payment cannot be shown here yet. Ask the restaurant whether it has arrived.',
  '/google-login': 'Signing in with Google is not built yet. E-mail and password work.',
  '/auth/google': 'Signing in with Google is not built yet. E-mail and password work.',
};

const whatGalleyIs =
  "Galley is a restaurant owner's back office: orders, menu and customers in one place. It lives on your devices and keeps working when the network does not.";

export function PublicScreen() {
  const [pathname] = useLocation();
  const path = matchRoute(pathname)?.path ?? '/restaurant';
  return (
    <PlainPage title={routes[path].title}>
      <p>{sentences[path] ?? whatGalleyIs}</p>
      <p>
        <Link href={links.login()}>Sign in</Link> or <Link href={links.register()}>open an account</Link>.
      </p>
    </PlainPage>
  );
}
