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
import { editPerson, invitePerson } from './requests.ts';

interface Props {
  /** Null: somebody is invited. */
  person: Person | null;
  onDone: () => void;
  onClose: () => void;
}

interface Draft {
  name: string;
  email: string;
  role: Role;
}

/** Invites a person, or changes name and role of one. */
export function PersonDrawer({ person, onDone, onClose }: Props) {
  const own = useSession().role;
  const form = useDraftForm(
    (): Draft => ({ name: person?.name ?? '', email: person?.email ?? '', role: person?.role ?? 'waiter' }),
    readDraft,
  );
  const action = useAction(person ? people.edit : people.invite, whyRefused);
  const { draft, set, wrong } = form;
  const edit = (change: Partial<Draft>) => {
    action.show();
    set(change);
  };

  async function save() {
    const values = form.check();
    if (!values) return;
    const { name, role } = values;
    if (person) {
      const changed = { ...(name !== person.name && { name }), ...(role !== person.role && { role }) };
      if (Object.keys(changed).length === 0) return onClose();
      const result = await action.run(() => editPerson(person.id, changed));
      if (!result?.ok) return;
      showToast({ title: `${nameOf(result.data)} saved` });
    } else {
      const result = await action.run(() => invitePerson(values));
      if (!result?.ok) return;
      showToast({ title: `Invitation sent to ${values.email}`, detail: 'Its link is valid for seven days.' });
    }
    onDone();
  }

  return (
    <FormDrawer
      title={person ? `Edit ${nameOf(person)}` : 'Invite a person'}
      submitLabel={person ? 'Save person' : 'Send invitation'}
      isDisabled={action.isBlocked}
      onDo={() => {
        void save();
        return false;
      }}
      onClose={onClose}
    >
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
      {!person && (
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
      <fieldset className={css.roles}>
        <legend className="g-strong">Role</legend>
        <RadioGroup
          name="role"
          aria-label="Role"
          value={draft.role}
          onChange={(_event, data) => edit({ role: data.value as Role })}
        >
          {givenBy(own).map((role) => (
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

function readDraft({ name, email, role }: Draft): Parsed<Draft, { name?: string; email?: string }> {
  const address = Email.safeParse(email);
  const hasName = name.trim() !== '';
  if (hasName && address.success) return { values: { name: name.trim(), email: address.data, role } };
  return {
    wrong: {
      ...(!hasName && { name: 'Required' }),
      ...(!address.success && { email: 'Enter a valid e-mail address' }),
    },
  };
}
