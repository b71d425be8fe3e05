// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Person } from '../../../contract/people/calls.ts';
import type { FormProps } from '../../components/dialogs/FormDialog.tsx';
import type { ConfirmProps } from '../../components/dialogs/ConfirmDialog.tsx';
import type { Action } from '../../components/ActionMenu.tsx';
import { session } from '../../session/session.ts';
import { id } from '../../../tests/support/rows.ts';
import { soon } from '../../../tests/support/soon.ts';
import { rendered } from '../../../tests/components/rendered.ts';
import { roleHint } from './labels.ts';
import { PeopleTab } from './PeopleTab.tsx';

type Args = { path?: { id: string }; body?: Record<string, unknown> };
const send = vi.hoisted(() => vi.fn<(call: { name: string }, args: Args) => Promise<unknown>>());
const network = vi.hoisted(() => ({ isOnline: true }));
const left = vi.hoisted(() => ({
  leave: vi.fn<() => Promise<unknown>>(),
  leaveKeeping: vi.fn<() => Promise<unknown>>(),
}));
const showToast = vi.hoisted(() => vi.fn<(toast: { title: string; detail?: string }) => void>());
vi.mock('../../api/send.ts', () => ({ send }));
vi.mock('../../sync/runtime/client.ts', () => ({
  useIsOnline: () => network.isOnline,
  sendNow: async () => undefined,
}));
vi.mock('../../ui/page/toast.ts', async (original) => ({ ...(await original<object>()), showToast }));
vi.mock('../../session/leave.ts', () => left);
vi.mock('../../session/use-restaurant.ts', () => ({
  useRestaurant: () => ({ name: 'Spice Route', timezone: 'Europe/London' }),
}));
// Has tests of its own.
vi.mock('./changes/Changes.tsx', () => ({ Changes: () => null }));
// Without the animations of the real ones, which this document cannot end.
vi.mock('../../components/dialogs/ConfirmDialog.tsx', () => ({
  ConfirmDialog: ({ title, children, submitLabel, onDo, onClose }: ConfirmProps) => (
    <div>
      {title} {children}
      <button
        type="button"
        onClick={() => {
          onDo();
          onClose();
        }}
      >
        {submitLabel}
      </button>
    </div>
  ),
}));
vi.mock('../../components/dialogs/FormDrawer.tsx', () => ({
  FormDrawer: ({ title, children, submitLabel, isDisabled, onDo }: FormProps) => (
    <div>
      {title}
      {children}
      <button type="button" disabled={isDisabled} onClick={onDo}>
        {submitLabel}
      </button>
    </div>
  ),
}));
vi.mock('../../components/dialogs/FormDialog.tsx', () => ({
  FormDialog: ({ title, children, submitLabel, isDisabled, onDo }: FormProps) => (
    <div role="dialog" aria-label={title}>
      {children}
      <button type="button" disabled={isDisabled} onClick={onDo}>
        {submitLabel}
      </button>
    </div>
  ),
}));
vi.mock('../../components/ActionMenu.tsx', () => ({
  ActionMenu: ({ actions, onClose }: { actions: readonly Action[]; onClose: () => void }) =>
    actions.map(({ label, isDisabled, onDo }) => (
      <button
        key={label}
        type="button"
        disabled={isDisabled}
        onClick={() => {
          onDo();
          onClose();
        }}
      >
        {label}
      </button>
    )),
}));

const person = (n: number, change: Partial<Person>): Person => ({
  id: id(n),
  name: `Person ${n}`,
  email: `p${n}@galley.test`,
  role: 'waiter',
  has_pin: false,
  status: 'active',
  is_you: false,
  last_seen_at: '2026-11-20T18:30:00.000Z',
  invitation_expires_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
  ...change,
});
const ravi = person(1, { name: 'Ravi', role: 'owner', is_you: true });
const mia = person(2, { name: 'Mia' });
const jo = person(3, { name: 'Jo', status: 'suspended', role: 'kitchen', last_seen_at: null });
const invited = person(4, {
  name: null,
  email: 'new@galley.test',
  status: 'invited',
  role: 'cashier',
  last_seen_at: null,
  invitation_expires_at: '2999-11-27T18:30:00.000Z',
});

const answers: Record<string, (args: Args) => unknown> = {};
const ok = (data: unknown) => ({ ok: true, data });
const refused = (code: string, message: string, status = 409) => ({
  ok: false,
  kind: 'refused',
  status,
  error: { code, message },
});
beforeEach(() => {
  for (const name of Object.keys(answers)) delete answers[name];
  answers['people.list'] = () => ok([invited, mia, jo, ravi]);
  send.mockReset().mockImplementation(async ({ name }, args) => {
    const answer = answers[name];
    if (!answer) throw new Error(`${name} was not expected`);
    return answer(args);
  });
  left.leave.mockReset().mockResolvedValue({ kind: 'left' });
  left.leaveKeeping.mockReset().mockResolvedValue({ kind: 'left' });
  showToast.mockReset();
  network.isOnline = true;
  session.role = 'owner';
});
afterEach(() => {
  session.role = 'owner';
});

const sent = (name: string) => send.mock.calls.filter(([call]) => call.name === name).map(([, args]) => args);
/** Chunks are loaded and answers come. */
const until = (check: () => void) =>
  soon(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    check();
  });

async function tab() {
  const shown = rendered(
    <FluentProvider theme={webLightTheme}>
      <PeopleTab />
    </FluentProvider>,
  );
  await until(() => expect(shown.text()).not.toContain('Loading'));
  return shown;
}
type Shown = ReturnType<typeof rendered>;
const actionsOf = async (shown: Shown, name: string) => {
  shown.press(`More for ${name}`);
  const before = new Set(['Invite a person']);
  await until(() => expect(shown.button('Edit')).toBeTruthy());
  return [...shown.place.querySelectorAll('button')]
    .filter((one) => !one.getAttribute('aria-label') && !before.has(one.textContent))
    .map((one) => one.textContent);
};

test('lists people by role, with state and when they were last seen', async () => {
  const shown = await tab();
  const rows = [...shown.place.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(0, 5).map((cell) => cell.textContent),
  );
  expect(rows.map(([name, email, role]) => [name, email, role])).toEqual([
    ['Ravi (you)', 'p1@galley.test', 'Owner'],
    ['new@galley.test', 'new@galley.test', 'Cashier'],
    ['Mia', 'p2@galley.test', 'Waiter'],
    ['Jo', 'p3@galley.test', 'Kitchen'],
  ]);
  expect(rows.map(([, , , state]) => state)).toEqual([
    'Active',
    expect.stringMatching(/^Invited until .*27 Nov/),
    'Active',
    'Suspended',
  ]);
  expect(rows.map(([, , , , seen]) => seen)[3]).toBe('Not signed in');
});

test('says what inviting gives while there is only you', async () => {
  answers['people.list'] = () => ok([ravi]);
  const shown = await tab();
  expect(shown.text()).toContain('Only you so far');
  expect(shown.text()).toContain('signs in with a password of their own');
  expect(shown.button('Invite a person').disabled).toBe(false);
});

test('invites a person with a role', async () => {
  answers['people.invite'] = () => ok(invited);
  const shown = await tab();
  shown.press('Invite a person');
  await until(() => expect(shown.button('Send invitation')).toBeTruthy());
  shown.press('Send invitation');
  expect(shown.text()).toContain('Required');
  expect(shown.text()).toContain('Enter a valid e-mail address');
  const field = (name: string) => shown.place.querySelector<HTMLInputElement>(`input[name=${name}]`)!;
  shown.type(field('name'), ' Ana ');
  shown.type(field('email'), 'ANA@galley.test');
  const radios = [...shown.place.querySelectorAll<HTMLInputElement>('input[name=role]')];
  expect(radios.map(({ value }) => value)).toEqual(['owner', 'manager', 'cashier', 'waiter', 'kitchen', 'accountant']);
  act(() => radios[2]!.click());
  shown.press('Send invitation');
  await until(() =>
    expect(sent('people.invite')).toEqual([{ body: { name: 'Ana', email: 'ana@galley.test', role: 'cashier' } }]),
  );
  await until(() => expect(sent('people.list').length).toBe(2));
});

test('says why an invitation is refused, and keeps what was typed', async () => {
  answers['people.invite'] = () => refused('person_exists', 'no');
  const shown = await tab();
  shown.press('Invite a person');
  await until(() => expect(shown.button('Send invitation')).toBeTruthy());
  const field = (name: string) => shown.place.querySelector<HTMLInputElement>(`input[name=${name}]`)!;
  shown.type(field('name'), 'Ana');
  shown.type(field('email'), 'ana@galley.test');
  shown.press('Send invitation');
  await until(() => expect(shown.text()).toContain('belongs to the restaurant, or is invited, already'));
  expect(field('email').value).toBe('ana@galley.test');
});

test('a manager gives and ends only roles that may do no more', async () => {
  session.role = 'manager';
  const shown = await tab();
  expect(() => shown.button('More for Ravi')).not.toThrow();
  answers['people.list'] = () =>
    ok([
      { ...ravi, is_you: false },
      { ...mia, is_you: true, role: 'manager' },
    ]);
  const other = await tab();
  expect(() => other.button('More for Ravi')).toThrow('There is no button');
  other.press('Invite a person');
  await until(() => expect(other.place.querySelectorAll('input[name=role]').length).toBe(5));
});

test('suspends at once, lets in again, and asks before it removes', async () => {
  answers['people.edit'] = () => ok(mia);
  answers['people.remove'] = () => ok({ ok: true });
  const shown = await tab();
  expect(await actionsOf(shown, 'Mia')).toEqual(['Edit', 'Set a PIN', 'Suspend', 'Remove']);
  shown.press('Suspend');
  await until(() => expect(sent('people.edit')).toEqual([{ path: { id: mia.id }, body: { is_suspended: true } }]));
  expect(await actionsOf(shown, 'Jo')).toEqual(['Edit', 'Set a PIN', 'Let in again', 'Remove']);
  shown.press('Remove');
  await until(() => expect(shown.text()).toContain('Changes that they had not sent stay on those devices'));
  expect(sent('people.remove')).toEqual([]);
  shown.press('Remove Jo');
  await until(() => expect(sent('people.remove')).toEqual([{ path: { id: jo.id } }]));
});

test('an invitation is sent again or taken back', async () => {
  answers['people.inviteAgain'] = () => ok(invited);
  const shown = await tab();
  expect(await actionsOf(shown, 'new@galley.test')).toEqual([
    'Edit',
    'Set a PIN',
    'Invite again',
    'Take the invitation back',
  ]);
  shown.press('Invite again');
  await until(() => expect(sent('people.inviteAgain')).toEqual([{ path: { id: invited.id } }]));
});

test('the last owner cannot leave; another can, and what is not sent stays', async () => {
  const alone = await tab();
  expect(await actionsOf(alone, 'Ravi')).toEqual(['Edit', 'Set a PIN']);
  answers['people.list'] = () => ok([ravi, { ...mia, role: 'owner' }]);
  answers['people.leave'] = () => ok({ ok: true });
  left.leave.mockResolvedValue({ kind: 'unsent', n: 1, refused: 0 });
  const shown = await tab();
  expect(await actionsOf(shown, 'Ravi')).toEqual(['Edit', 'Set a PIN', 'Leave this restaurant']);
  shown.press('Leave this restaurant');
  await until(() => expect(shown.button('Leave the restaurant')).toBeTruthy());
  shown.press('Leave the restaurant');
  await until(() => expect(left.leaveKeeping).toHaveBeenCalledOnce());
});

const byPin = person(5, { name: 'Tom', email: '', role: 'kitchen', has_pin: true, last_seen_at: null });
const pinRefused = {
  ok: false,
  kind: 'refused',
  status: 422,
  error: {
    code: 'invalid_fields',
    message: 'no',
    field_errors: { pin: 'Choose a PIN that is harder to guess' },
  },
};
const input = ({ place }: Shown, name: string) => place.querySelector<HTMLInputElement>(`input[name=${name}]`)!;

test('adds a person by a PIN, who is no owner', async () => {
  answers['people.add'] = () => ok(byPin);
  const shown = await tab();
  shown.press('Invite a person');
  await until(() => expect(shown.button('Send invitation')).toBeTruthy());
  act(() => shown.place.querySelector<HTMLInputElement>('input[name=role][value=owner]')!.click());
  act(() => shown.place.querySelector<HTMLInputElement>('input[name=by][value=pin]')!.click());
  expect(input(shown, 'email')).toBeNull();
  const radios = [...shown.place.querySelectorAll<HTMLInputElement>('input[name=role]')];
  expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
    ['manager', false],
    ['cashier', false],
    ['waiter', true],
    ['kitchen', false],
    ['accountant', false],
  ]);
  act(() => radios[3]!.click());
  shown.press('Add person');
  expect(shown.text()).toContain('Enter four to eight digits');
  shown.type(input(shown, 'name'), ' Tom ');
  shown.type(input(shown, 'pin'), '12-34');
  expect(shown.text()).toContain('harder to guess than 1234');
  shown.press('Add person');
  expect(sent('people.add')).toEqual([]);
  shown.type(input(shown, 'pin'), '28 41');
  expect([input(shown, 'pin').value, input(shown, 'pin').type, input(shown, 'pin').autocomplete]).toEqual([
    '2841',
    'text',
    'off',
  ]);
  expect(shown.text()).toContain('Tell it to them; it can be changed here.');
  shown.press('Add person');
  await until(() => expect(sent('people.add')).toEqual([{ body: { name: 'Tom', role: 'kitchen', pin: '2841' } }]));
  expect(showToast).toHaveBeenLastCalledWith({
    title: 'Tom added',
    detail: 'They can use a shared tablet with this PIN.',
  });
  await until(() => expect(sent('people.list').length).toBe(2));
});

test('keeps a PIN that the server refuses for correction, and drops it with the choice', async () => {
  answers['people.add'] = () => pinRefused;
  const shown = await tab();
  shown.press('Invite a person');
  await until(() => expect(shown.button('Send invitation')).toBeTruthy());
  const choose = (by: string) =>
    act(() => shown.place.querySelector<HTMLInputElement>(`input[name=by][value=${by}]`)!.click());
  choose('pin');
  shown.type(input(shown, 'name'), 'Tom');
  shown.type(input(shown, 'pin'), '1212');
  shown.press('Add person');
  await until(() => expect(input(shown, 'pin').getAttribute('aria-invalid')).toBe('true'));
  expect(shown.text()).toContain('Choose a PIN that is harder to guess');
  expect(input(shown, 'pin').value).toBe('1212');
  choose('email');
  choose('pin');
  expect([input(shown, 'name').value, input(shown, 'pin').value]).toEqual(['Tom', '']);
});

test('says how a person without an e-mail address signs in, and edits them', async () => {
  answers['people.list'] = () => ok([ravi, byPin, { ...byPin, id: id(6), name: 'Ann', has_pin: false }]);
  answers['people.edit'] = () => ok(byPin);
  const shown = await tab();
  const rows = [...shown.place.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(0, 2).map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ['Ravi (you)', 'p1@galley.test'],
    ['Ann', 'No PIN: cannot sign in'],
    ['Tom', 'By PIN'],
  ]);
  expect(await actionsOf(shown, 'Tom')).toEqual(['Edit', 'Change the PIN', 'Remove the PIN', 'Suspend', 'Remove']);
  shown.press('Edit');
  await until(() => expect(shown.button('Save person')).toBeTruthy());
  expect([input(shown, 'by'), input(shown, 'email'), input(shown, 'pin')]).toEqual([null, null, null]);
  expect(shown.place.querySelector('input[name=role][value=owner]')).toBeNull();
  shown.type(input(shown, 'name'), 'Tomas');
  shown.press('Save person');
  await until(() => expect(sent('people.edit')).toEqual([{ path: { id: byPin.id }, body: { name: 'Tomas' } }]));
});

test('gives anybody a PIN, oneself too', async () => {
  answers['people.setPin'] = () => ok(mia);
  for (const { name, id: whose, says } of [
    { name: 'Mia', id: mia.id, says: { detail: 'They can use a shared tablet with this PIN.' } },
    { name: 'Jo', id: jo.id, says: {} },
    { name: 'new@galley.test', id: invited.id, says: { detail: 'They can use a shared tablet with this PIN.' } },
    { name: 'Ravi', id: ravi.id, says: { detail: 'You can use a shared tablet with this PIN.' } },
  ]) {
    send.mockClear();
    const shown = await tab();
    await actionsOf(shown, name);
    shown.press('Set a PIN');
    await until(() => expect(input(shown, 'pin')).toBeTruthy());
    expect(shown.place.querySelector('[role=dialog]')!.getAttribute('aria-label')).toBe(`Set a PIN for ${name}`);
    shown.type(input(shown, 'pin'), '4321');
    shown.press('Set the PIN');
    expect(shown.text()).toContain('harder to guess than 1234');
    expect(sent('people.setPin')).toEqual([]);
    shown.type(input(shown, 'pin'), '28415');
    shown.press('Set the PIN');
    await until(() => expect(sent('people.setPin')).toEqual([{ path: { id: whose }, body: { pin: '28415' } }]));
    await until(() => expect(input(shown, 'pin')).toBeNull());
    expect(showToast).toHaveBeenLastCalledWith({ title: `PIN of ${name} set`, ...says });
  }
});

test('changes a PIN, and keeps the dialog while it is refused', async () => {
  answers['people.list'] = () => ok([ravi, byPin]);
  answers['people.setPin'] = () => pinRefused;
  const shown = await tab();
  await actionsOf(shown, 'Tom');
  shown.press('Change the PIN');
  await until(() => expect(input(shown, 'pin')).toBeTruthy());
  expect(shown.text()).toContain('done by the former PIN and is not sent yet will be refused');
  shown.type(input(shown, 'pin'), '1212');
  shown.press('Change the PIN');
  await until(() => expect(input(shown, 'pin').getAttribute('aria-invalid')).toBe('true'));
  expect(shown.text().match(/Choose a PIN that is harder to guess/g)).toHaveLength(1);
  network.isOnline = false;
  shown.type(input(shown, 'pin'), '121');
  expect(shown.place.querySelector('[role=dialog]')!.textContent).toContain('Needs internet');
  expect(shown.place.querySelector<HTMLButtonElement>('[role=dialog] button')!.disabled).toBe(true);
});

test('asks before it removes a PIN', async () => {
  answers['people.list'] = () => ok([ravi, byPin, { ...mia, has_pin: true }]);
  answers['people.setPin'] = () => ok(byPin);
  const shown = await tab();
  await actionsOf(shown, 'Mia');
  shown.press('Remove the PIN');
  await until(() => expect(shown.text()).toContain('What was done by it and is not sent yet will be refused.'));
  expect(shown.text()).not.toContain('no other way to sign in');
  expect(sent('people.setPin')).toEqual([]);
  shown.press('Remove the PIN');
  await until(() => expect(sent('people.setPin')).toEqual([{ path: { id: mia.id }, body: { pin: null } }]));
  await until(() => expect(showToast).toHaveBeenLastCalledWith({ title: 'PIN of Mia removed' }));
  await actionsOf(shown, 'Tom');
  shown.press('Remove the PIN');
  await until(() => expect(shown.text()).toContain('Tom has no other way to sign in.'));
});

test('offline it says why nothing can be changed, and a list that cannot be read says so', async () => {
  network.isOnline = false;
  const shown = await tab();
  expect(shown.text()).toContain('Needs internet: the server keeps who may do what.');
  expect(shown.button('More for Mia').getAttribute('aria-disabled')).toBe('true');
  expect(shown.button('Invite a person').getAttribute('aria-disabled')).toBe('true');
  answers['people.list'] = () => ({ ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: '' } });
  const unread = await tab();
  expect(unread.text()).toContain('This list needs internet: the server keeps it.');
  answers['people.list'] = () => refused('not_allowed', 'Only the owner or a manager can do this', 403);
  const closed = await tab();
  expect(closed.text()).toContain('Only the owner or a manager can do this.');
  expect(closed.button('Try again')).toBeTruthy();
});

test('a role says what it may do, or the little that it may not', () => {
  expect(roleHint('owner')).toBe('Everything.');
  expect(roleHint('manager')).toBe(
    'Everything but: Withdraw money, connect payments, change the plan, import, export and delete everything.',
  );
  expect(roleHint('kitchen')).toBe('See orders, move orders along, switch dishes to sold out, pause taking orders.');
});
