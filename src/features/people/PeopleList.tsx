import { Button } from '@fluentui/react-components';
import {
  ArrowExit20Regular,
  Delete20Regular,
  Dialpad20Regular,
  DialpadOff20Regular,
  Edit20Regular,
  Mail20Regular,
  PersonAvailable20Regular,
  PersonProhibited20Regular,
} from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import type { Person } from '../../../contract/people/calls.ts';
import { covers, roles } from '../../../contract/people/permissions.ts';
import type { Action } from '../../components/ActionMenu.tsx';
import { DataTable, type Column } from '../../components/DataTable.tsx';
import { CardList } from '../../components/table/CardList.tsx';
import { useSession } from '../../session/session.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { lastSeenLabel, nameOf, signInLabel, stateLabel } from './labels.ts';
import css from './people.module.css';
import type { PersonAction } from './use-person-actions.ts';

const ActionMenu = lazy(() => import('../../components/ActionMenu.tsx').then((m) => ({ default: m.ActionMenu })));

interface Props {
  people: Person[];
  /** Nothing can be changed now. */
  isStill: boolean;
  /** Of the element that says why. */
  stateId: string;
  onEdit: (person: Person) => void;
  onPin: (person: Person) => void;
  onAct: (kind: PersonAction, person: Person) => void;
}

export function PeopleList({ people, isStill, stateId, onEdit, onPin, onAct }: Props) {
  const { role: own } = useSession();
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const now = useMinute();
  const isPhone = useMedia(PHONE);
  const [menu, setMenu] = useState<{ person: Person; target: HTMLElement } | null>(null);
  const owners = people.filter(({ role, status }) => role === 'owner' && status === 'active').length;

  /** What may be done with a person: nothing if their role may do more than one's own. */
  function actionsFor(person: Person): Action[] {
    const isLastOwner = person.role === 'owner' && person.status === 'active' && owners === 1;
    const act = (kind: PersonAction, label: string, icon: Action['icon']): Action => ({
      label,
      icon,
      onDo: () => onAct(kind, person),
    });
    const always: Action[] = [
      { label: 'Edit', icon: <Edit20Regular />, onDo: () => onEdit(person) },
      {
        label: person.has_pin ? 'Change the PIN' : 'Set a PIN',
        icon: <Dialpad20Regular />,
        onDo: () => onPin(person),
      },
      ...(person.has_pin ? [act('remove-pin', 'Remove the PIN', <DialpadOff20Regular />)] : []),
    ];
    if (person.is_you)
      return isLastOwner ? always : [...always, act('leave', 'Leave this restaurant', <ArrowExit20Regular />)];
    if (!covers(own, person.role)) return [];
    if (person.status === 'invited')
      return [
        ...always,
        act('invite-again', 'Invite again', <Mail20Regular />),
        act('withdraw', 'Take the invitation back', <Delete20Regular />),
      ];
    return [
      ...always,
      person.status === 'suspended'
        ? act('let-in', 'Let in again', <PersonAvailable20Regular />)
        : act('suspend', 'Suspend', <PersonProhibited20Regular />),
      act('remove', 'Remove', <Delete20Regular />),
    ];
  }

  const more = (person: Person) =>
    actionsFor(person).length > 0 && (
      <Button
        appearance="subtle"
        aria-label={`More for ${nameOf(person)}`}
        aria-haspopup="menu"
        aria-describedby={stateId}
        disabledFocusable={isStill}
        onClick={({ currentTarget: target }) => setMenu({ person, target })}
      >
        More
      </Button>
    );
  const columns: Column<Person>[] = [
    { head: 'Name', width: 120, cell: nameOnList },
    { head: 'E-mail', width: 160, className: 'g-break', cell: signInLabel },
    { head: 'Role', width: 72, cell: ({ role }) => roles[role].label },
    { head: 'State', width: 96, cell: (person) => stateLabel(person, timezone, now) },
    { head: 'Last seen', width: 80, cell: (person) => lastSeenLabel(person, timezone, now) },
    { head: 'More', isHeadHidden: true, width: 32, cell: more },
  ];
  return (
    <>
      {isPhone ? (
        <CardList label="People" rows={people}>
          {(person) => (
            <li key={person.id} data-row={person.id} className={`g-soft g-round-12 g-edge ${css.card}`}>
              <div className="g-row g-gap-8 g-size-16">
                <span className="g-grow g-narrow g-break">{nameOnList(person)}</span>
                {more(person)}
              </div>
              <span className="g-break">{signInLabel(person)}</span>
              <span>
                {roles[person.role].label} · {stateLabel(person, timezone, now)}
              </span>
              <span>Last seen: {lastSeenLabel(person, timezone, now)}</span>
            </li>
          )}
        </CardList>
      ) : (
        <DataTable caption="People" columns={columns} rows={people} />
      )}
      {menu && (
        <Suspense>
          <ActionMenu target={menu.target} actions={actionsFor(menu.person)} onClose={() => setMenu(null)} />
        </Suspense>
      )}
    </>
  );
}

const nameOnList = (person: Person) => (
  <span className="g-strong">
    <bdi>{nameOf(person)}</bdi>
    {person.is_you && <span className="g-soft"> (you)</span>}
  </span>
);
