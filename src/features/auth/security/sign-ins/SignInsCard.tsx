import { History20Regular } from '@fluentui/react-icons';
import { list } from '../../../../../contract/settings/sign-in-calls.ts';
import { useQuery } from '../../../../api/use-server-data.ts';
import { SkeletonRows } from '../../../../ui/page/SkeletonRows.tsx';
import css from '../../../../components/settings/settings.module.css';
import { UnreadList } from '../UnreadList.tsx';
import { SignInList } from './SignInList.tsx';

/** Who signed in to the account or tried to, so that its owner notices a stranger. */
export function SignInsCard() {
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="sign-ins-card">
      <div className="g-row g-gap-12">
        <History20Regular aria-hidden="true" />
        <h3 className="g-group-title" id="sign-ins-card">
          Login history
        </h3>
      </div>
      <p>If you do not know one of these sign-ins, set a new password. That signs every other device out.</p>
      <SignIns />
    </section>
  );
}

function SignIns() {
  const { answer, ask } = useQuery(list, {});
  if (answer === null) return <SkeletonRows rows={3} rowHeight={64} label="Loading the login history" />;
  if (!answer.ok) return <UnreadList failure={answer} onRetry={ask} />;
  return <SignInList signIns={answer.data} />;
}
