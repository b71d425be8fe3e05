import { SearchInfo20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { may } from '../../../contract/people/permissions.ts';
import { links } from '../../links.ts';
import { roleNow } from '../../session/kitchen-mode.ts';
import { isAtHome } from '../../session/onboarding.ts';
import { useSession } from '../../session/session.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PlainPage } from '../../ui/page/PlainPage.tsx';

const TITLE = 'Page not found';
const WHY = 'The link may be wrong or out of date.';

/** Shown within the app's frame, so that navigation stays where it always is. */
export function NotFoundScreen() {
  const account = useSession();
  if (isAtHome(account))
    return (
      <Page title={TITLE}>
        <EmptyState icon={<SearchInfo20Regular />} title={WHY}>
          Go to <Link href={links.orders()}>the orders</Link>
          {may(roleNow(), 'menu.edit') && (
            <>
              , <Link href={links.menu()}>the menu</Link> or <Link href={links.chats()}>the chats</Link>
            </>
          )}
          .
        </EmptyState>
      </Page>
    );
  return (
    <PlainPage title={TITLE}>
      <p>{WHY}</p>
      <p>
        <Link href={links.login()}>{account.authToken ? 'Go on' : 'Go to sign in'}</Link>
      </p>
    </PlainPage>
  );
}
