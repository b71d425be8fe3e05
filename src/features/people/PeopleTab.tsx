import { Button } from '@fluentui/react-components';
import { CloudOff20Regular, Warning20Regular } from '@fluentui/react-icons';
import { list } from '../../../contract/people/calls.ts';
import { failureText } from '../../api/failure-text.ts';
import type { Failure } from '../../api/send.ts';
import { useQuery } from '../../api/use-server-data.ts';
import css from '../../components/settings/settings.module.css';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { People } from './People.tsx';

/** Who belongs to the restaurant, with what each may do. */
export function PeopleTab() {
  const { answer, ask } = useQuery(list, {});
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="people-title">
      <h2 className="g-group-title" id="people-title">
        People
      </h2>
      {answer === null ? (
        <SkeletonRows rows={3} rowHeight={56} label="Loading people" />
      ) : answer.ok ? (
        <People people={answer.data} onChanged={ask} />
      ) : (
        <Unread failure={answer} onRetry={ask} />
      )}
    </section>
  );
}

/** Instead of a list that only the server has. */
function Unread({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const isOffline = failure.kind === 'offline';
  return (
    <EmptyState
      icon={isOffline ? <CloudOff20Regular /> : <Warning20Regular />}
      tone={isOffline ? 'warn' : 'bad'}
      title={isOffline ? 'This list needs internet: the server keeps it.' : failureText(failure)}
      actions={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
