import { Radio, RadioGroup } from '@fluentui/react-components';
import * as people from '../../../contract/people/calls.ts';
import type { Person } from '../../../contract/people/calls.ts';
import { roles, type Role } from '../../../contract/people/permissions.ts';
import { Email } from '../../../contract/fields.ts';
import { EMAIL_MAX, PERSON_NAME_MAX } from '../../../contract/limits.ts';
import { useAction } from '../../api/use-action.ts';
import { FormDrawer } from '../../components/dialogs/FormDrawer.tsx';
import { useSession } from '../../session/session.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { useDraftForm, type Parsed } from '../../ui/form/use-draft-form.ts';
import { showToast } from '../../ui/page/toast.ts';
import { givenBy, nameOf, roleHint, whyRefused } from './labels.ts';
import css from './people.module.css';
import { PinField } from './pins/PinField.tsx';
import { faultOfPin } from './pins/read-pin.ts';
import { addByPin, editPerson, invitePerson } from './requests.ts';

interface Props {
  /** Null: somebody new. */
  person: Person | null;
  onDone: () => void;
  onClose: () => void;
}

interface Draft {
  /** How somebody new signs in; null: somebody who is there already. */
  by: 'email' | 'pin' | null;
  name: string;
  email: string;
  role: Role;
  pin: string;
}

/** Invites a person or adds one by a PIN, or changes name and role of one. */
export function PersonDrawer({ person, onDone, onClose }: Props) {
  const own = useSession().role;
  const form = useDraftForm(
    (): Draft => ({
      by: person ? null : 'email',
      name: person?.name ?? '',
      email: person?.email ?? '',
      role: person?.role ?? 'waiter',
      pin: '',
    }),
    readDraft,
  );
  const { draft, set, wrong } = form;
  const { by } = draft;
  const action = useAction(callOf(by), whyRefused);
  const given = givenBy(own, by ? by === 'email' : person?.email !== '');
  const edit = (change: Partial<Draft>) => {
    action.show();
    set(change);
  };

  async function save() {
    const values = form.check();
    if (!values) return;
    const { name, email, role, pin } = values;
    if (person) {
      const changed = { ...(name !== person.name && { name }), ...(role !== person.role && { role }) };
      if (Object.keys(changed).length === 0) return onClose();
      const result = await action.run(() => editPerson(person.id, changed));
      if (!result?.ok) return;
      showToast({ title: `${nameOf(result.data)} saved` });
    } else if (by === 'pin') {
      const result = await action.run(() => addByPin({ name, role, pin }));
      if (!result?.ok) return;
      showToast({ title: `${name} added`, detail: 'They can use a shared tablet with this PIN.' });
    } else {
      const result = await action.run(() => invitePerson({ name, email, role }));
      if (!result?.ok) return;
      showToast({ title: `Invitation sent to ${email}`, detail: 'Its link is valid for seven days.' });
    }
    onDone();
  }

  return (
    <FormDrawer
      title={person ? `Edit ${nameOf(person)}` : by === 'pin' ? 'Add a person' : 'Invite a person'}
      submitLabel={person ? 'Save person' : by === 'pin' ? 'Add person' : 'Send invitation'}
      isDisabled={action.isBlocked}
      onDo={() => {
        void save();
        return false;
      }}
      onClose={onClose}
    >
      {by && (
        <fieldset className={css.choice}>
          <legend className="g-strong">How they sign in</legend>
          <RadioGroup
            name="by"
            aria-label="How they sign in"
            value={by}
            onChange={(_event, data) =>
              edit(
                data.value === 'pin'
                  ? { by: 'pin', ...(draft.role === 'owner' && { role: 'waiter' }) }
                  : { by: 'email', pin: '' },
              )
            }
          >
            <Radio value="email" label="By e-mail, on their own device" />
            <Radio value="pin" label="By a PIN, on the restaurant's tablets" />
          </RadioGroup>
        </fieldset>
      )}
      <TextField
        label="Name"
        name="name"
        required
        autoComplete="off"
        maxLength={PERSON_NAME_MAX}
        value={draft.name}
        error={wrong?.name ?? action.errors['name'] ?? null}
        onChange={(name) => edit({ name })}
      />
      {by === 'email' && (
        <TextField
          label="E-mail"
          name="email"
          type="email"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          hint="The invitation is sent there. It is also the address to sign in with."
          value={draft.email}
          error={wrong?.email ?? action.errors['email'] ?? null}
          onChange={(email) => edit({ email })}
        />
      )}
      {by === 'pin' && (
        <PinField
          isOfOther
          value={draft.pin}
          error={wrong?.pin ?? action.errors['pin'] ?? null}
          onChange={(pin) => edit({ pin })}
        />
      )}
      <fieldset className={css.choice}>
        <legend className="g-strong">Role</legend>
        <RadioGroup
          name="role"
          aria-label="Role"
          value={draft.role}
          onChange={(_event, data) => edit({ role: data.value as Role })}
        >
          {given.map((role) => (
            <Radio
              key={role}
              value={role}
              label={
                <>
                  {roles[role].label}
                  <span className={`g-text-13 g-soft ${css.hint}`}>{roleHint(role)}</span>
                </>
              }
            />
          ))}
        </RadioGroup>
      </fieldset>
      <p id={action.stateId} className={action.why ? 'g-warn' : 'g-bad'} aria-live="polite">
        {action.why ?? action.fault}
      </p>
    </FormDrawer>
  );
}

const callOf = (by: Draft['by']) => (by === null ? people.edit : by === 'pin' ? people.add : people.invite);

type Wrong = Partial<Record<'name' | 'email' | 'pin', string>>;

function readDraft({ by, name, email, role, pin }: Draft): Parsed<Omit<Draft, 'by'>, Wrong> {
  const address = Email.safeParse(email);
  const pinFault = by === 'pin' ? faultOfPin(pin) : null;
  const wrong: Wrong = {
    ...(name.trim() === '' && { name: 'Required' }),
    ...(by === 'email' && !address.success && { email: 'Enter a valid e-mail address' }),
    ...(pinFault !== null && { pin: pinFault }),
  };
  if (Object.keys(wrong).length > 0) return { wrong };
  return { values: { name: name.trim(), email: address.data ?? '', role, pin } };
}
