import { Button } from '@fluentui/react-components';
import { ArrowExit24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { roles } from '../../../contract/people/permissions.ts';
import css from '../../components/settings/settings.module.css';
import { useSession } from '../../session/session.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { PersonQuestion } from './PersonQuestion.tsx';
import { usePersonActions } from './use-person-actions.ts';

/** The way out for who works here. An owner leaves from the list of people, where it shows who else owns the restaurant. */
export function LeaveCard() {
  const { role } = useSession();
  const name = useRestaurant()?.name ?? 'this restaurant';
  const { leaveHere, why, isSending, stateId } = usePersonActions(() => undefined);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="leave-card">
      <div className="g-row g-gap-12">
        <ArrowExit24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="leave-card">
          Your place in {name}
        </h3>
      </div>
      <p>
        Your role is {roles[role].label}. Whoever manages people can change it. If you leave, your devices are signed
        out of it; your account stays.
      </p>
      <p id={stateId} className="g-warn" aria-live="polite">
        {why}
      </p>
      <div>
        <Button
          disabledFocusable={why !== null || isSending}
          aria-describedby={stateId}
          onClick={() => setIsAsked(true)}
        >
          Leave this restaurant
        </Button>
      </div>
      {isAsked && (
        <PersonQuestion kind="leave" name="" onDo={() => void leaveHere()} onClose={() => setIsAsked(false)} />
      )}
    </section>
  );
}
