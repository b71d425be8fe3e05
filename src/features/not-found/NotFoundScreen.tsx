import { Link } from 'wouter';
import { links } from '../../routes.ts';
import { useSession } from '../../session/session.ts';
import { PlainPage } from '../../ui/PlainPage.tsx';

export function NotFoundScreen() {
  const { authToken } = useSession();
  return (
    <PlainPage title="There is no such page">
      <p>The address may be mistyped, or what it showed was deleted.</p>
      <p>
        {authToken ? (
          <Link href={links.orders()}>Go to the orders</Link>
        ) : (
          <Link href={links.login()}>Go to the sign-in</Link>
        )}
      </p>
    </PlainPage>
  );
}
