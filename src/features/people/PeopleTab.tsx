import { Button } from '@fluentui/react-components';
import { Add20Regular, CloudOff20Regular, PeopleTeam20Regular, Warning20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import * as people from '../../../contract/people/calls.ts';
import type { Person } from '../../../contract/people/calls.ts';
import { roleIds } from '../../../contract/people/permissions.ts';
import { failureText } from '../../api/failure-text.ts';
import type { Failure } from '../../api/send.ts';
import { useQuery } from '../../api/use-server-data.ts';
import css from '../../components/settings/settings.module.css';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { nameOf } from './labels.ts';
import { PeopleList } from './PeopleList.tsx';
import type { Asked } from './PersonQuestion.tsx';
import { usePersonActions, type PersonAction } from './use-person-actions.ts';

const PersonDrawer = lazy(() => import('./PersonDrawer.tsx').then((m) => ({ default: m.PersonDrawer })));

const PersonQuestion = lazy(() => import('./PersonQuestion.tsx').then((m) => ({ default: m.PersonQuestion })));

const isAsked = (kind: PersonAction): kind is Asked => ['remove', 'withdraw', 'leave'].includes(kind);

/** Who belongs to the restaurant, with what each may do. */
export function PeopleTab() {
  const { answer, ask } = useQuery(people.list, {});
  const { act, isSending, why, stateId } = usePersonActions(ask);
  const [edited, setEdited] = useState<Person | 'new' | null>(null);
  const [asked, setAsked] = useState<{ kind: Asked; person: Person } | null>(null);
  const invite = (
    <Button
      appearance="primary"
      icon={<Add20Regular />}
      className={css.start}
      aria-describedby={stateId}
      disabledFocusable={why !== null}
      onClick={() => setEdited('new')}
    >
      Invite a person
    </Button>
  );
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="people-title">
      <h2 className="g-group-title" id="people-title">
        People
      </h2>
      {shown()}
      {edited && (
        <Suspense>
          <PersonDrawer
            person={edited === 'new' ? null : edited}
            onDone={() => {
              setEdited(null);
              ask();
            }}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <PersonQuestion {...asked} onDo={() => void act(asked.kind, asked.person)} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </section>
  );

  function shown(): ReactNode {
    if (answer === null) return <SkeletonRows rows={3} rowHeight={56} label="Loading people" />;
    if (!answer.ok) return <Unread failure={answer} onRetry={ask} />;
    const sorted = answer.data.toSorted(
      (a, b) => roleIds.indexOf(a.role) - roleIds.indexOf(b.role) || nameOf(a).localeCompare(nameOf(b)),
    );
    return (
      <>
        {sorted.length > 1 ? (
          <PeopleList
            people={sorted}
            isStill={isSending || why !== null}
            onEdit={setEdited}
            onAct={(kind, person) => (isAsked(kind) ? setAsked({ kind, person }) : void act(kind, person))}
          />
        ) : (
          <EmptyState icon={<PeopleTeam20Regular />} title="Only you so far" actions={invite}>
            Whoever you invite signs in with a password of their own, sees what their role needs, and signs what they do
            with their name.
          </EmptyState>
        )}
        <p id={stateId} className="g-warn" aria-live="polite">
          {why}
        </p>
        {sorted.length > 1 && <div className="g-row g-wrap g-gap-12">{invite}</div>}
      </>
    );
  }
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
