import { Button, Spinner } from '@fluentui/react-components';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import type { Reply } from '../../../contract/call.ts';
import type * as people from '../../../contract/people/calls.ts';
import { roles } from '../../../contract/people/permissions.ts';
import type { Result } from '../../api/send.ts';
import { useOnline } from '../../lib/use-online.ts';
import { links } from '../../links.ts';
import { useSession } from '../../session/session.ts';
import { callAuth } from './form/call-auth.ts';
import { AuthPage } from './form/AuthPage.tsx';
import styles from './form/form.module.css';
import { FormNotice } from './form/FormNotice.tsx';
import { refusalMessage } from './form/refusal-message.ts';
import { JoinForm } from './join/JoinForm.tsx';
import { LeaveFirst } from './join/LeaveFirst.tsx';

const TITLE = 'Join a restaurant';

/** Where the mailed link of an invitation leads, signed in or not. */
export function JoinScreen() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const { authToken, user } = useSession();
  const { answer, ask } = useInvitation(token);

  if (token === '') return <Refused words="This link is incomplete. Open the one in the mail, or ask for a new one." />;
  if (answer === null)
    return (
      <AuthPage title={TITLE}>
        <Spinner size="tiny" label="Reading the invitation" labelPosition="after" />
      </AuthPage>
    );
  if (!answer.ok && answer.kind === 'refused')
    return (
      <Refused
        words={
          answer.error.code === 'link_invalid'
            ? 'This invitation is not valid any more. Ask whoever invited you to send it again.'
            : refusalMessage(answer)
        }
      />
    );
  if (!answer.ok)
    return (
      <AuthPage title={TITLE}>
        <div className={`g-stack g-gap-16 ${styles.form}`}>
          <FormNotice kind="warn">The invitation could not be read. Joining needs internet.</FormNotice>
          <Button onClick={ask}>Try again</Button>
        </div>
      </AuthPage>
    );
  const { restaurant_name: restaurant, role } = answer.data;
  return (
    <AuthPage title={TITLE} intro={`${restaurant} invites you as ${roles[role].label}.`}>
      {authToken === null || user?.email === answer.data.email ? (
        <JoinForm token={token} invitation={answer.data} />
      ) : (
        <LeaveFirst restaurant={restaurant} />
      )}
    </AuthPage>
  );
}

/** The invitation that a link is for. Read again when the network returns. */
function useInvitation(token: string): { answer: Result<Reply<typeof people.readInvitation>> | null; ask: () => void } {
  const [answer, setAnswer] = useState<Result<Reply<typeof people.readInvitation>> | null>(null);
  const [asked, setAsked] = useState(0);
  const isOnline = useOnline();
  useEffect(() => {
    if (token === '') return;
    let isGone = false;
    void callAuth('readInvitation', { token }).then((found) => {
      if (!isGone) setAnswer((before) => (before?.ok && !found.ok && found.kind === 'offline' ? before : found));
    });
    return () => void (isGone = true);
  }, [token, asked, isOnline]);
  return { answer, ask: () => setAsked((n) => n + 1) };
}

/** Nothing can be joined with this link. */
function Refused({ words }: { words: ReactNode }) {
  const isSignedIn = useSession().authToken !== null;
  return (
    <AuthPage title={TITLE}>
      <div className={`g-stack g-gap-16 ${styles.form}`}>
        <FormNotice kind="bad">{words}</FormNotice>
      </div>
      <p className={`g-centered g-faint ${styles.after}`}>
        <Link href={isSignedIn ? links.orders() : links.login()}>
          {isSignedIn ? 'Go to the orders' : 'Go to sign in'}
        </Link>
      </p>
    </AuthPage>
  );
}
