import { Button } from '@fluentui/react-components';
import { Add20Regular, PeopleTeam20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import type { Person } from '../../../contract/people/calls.ts';
import { roleIds } from '../../../contract/people/permissions.ts';
import css from '../../components/settings/settings.module.css';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { nameOf } from './labels.ts';
import { PeopleList } from './PeopleList.tsx';
import type { Asked } from './PersonQuestion.tsx';
import { usePersonActions, type PersonAction } from './use-person-actions.ts';

const PersonDrawer = lazy(() => import('./PersonDrawer.tsx').then((m) => ({ default: m.PersonDrawer })));
const PinDialog = lazy(() => import('./pins/PinDialog.tsx').then((m) => ({ default: m.PinDialog })));
const PersonQuestion = lazy(() => import('./PersonQuestion.tsx').then((m) => ({ default: m.PersonQuestion })));

const isAsked = (kind: PersonAction): kind is Asked => ['remove-pin', 'remove', 'withdraw', 'leave'].includes(kind);

interface Props {
  people: Person[];
  onChanged: () => void;
}

/** The people, with one explanation for all if nothing can be changed now. */
export function People({ people, onChanged }: Props) {
  const { act, isSending, why, stateId } = usePersonActions(onChanged);
  const [edited, setEdited] = useState<Person | 'new' | null>(null);
  const [pinOf, setPinOf] = useState<Person | null>(null);
  const [asked, setAsked] = useState<{ kind: Asked; person: Person } | null>(null);
  const sorted = people.toSorted(
    (a, b) => roleIds.indexOf(a.role) - roleIds.indexOf(b.role) || nameOf(a).localeCompare(nameOf(b)),
  );
  const invite = (
    <Button
      appearance="primary"
      icon={<Add20Regular />}
      aria-describedby={stateId}
      disabledFocusable={why !== null}
      onClick={() => setEdited('new')}
    >
      Invite a person
    </Button>
  );
  return (
    <>
      {sorted.length > 1 ? (
        <PeopleList
          people={sorted}
          isStill={isSending || why !== null}
          stateId={stateId}
          onEdit={setEdited}
          onPin={setPinOf}
          onAct={(kind, person) => (isAsked(kind) ? setAsked({ kind, person }) : void act(kind, person))}
        />
      ) : (
        <EmptyState icon={<PeopleTeam20Regular />} title="Only you so far" actions={invite}>
          Whoever you invite signs in with a password of their own, or uses a shared tablet by a PIN. They see what
          their role needs, and sign what they do with their name.
        </EmptyState>
      )}
      <p id={stateId} className="g-warn" aria-live="polite">
        {why}
      </p>
      {sorted.length > 1 && <div className={css.start}>{invite}</div>}
      {edited && (
        <Suspense>
          <PersonDrawer
            person={edited === 'new' ? null : edited}
            onDone={() => {
              setEdited(null);
              onChanged();
            }}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      {pinOf && (
        <Suspense>
          <PinDialog
            person={pinOf}
            onDone={() => {
              setPinOf(null);
              onChanged();
            }}
            onClose={() => setPinOf(null)}
          />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <PersonQuestion
            kind={asked.kind}
            name={nameOf(asked.person)}
            isOnlyByPin={asked.person.email === ''}
            onDo={() => void act(asked.kind, asked.person)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}
