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
vi.mock('../../api/send.ts', () => ({ send }));
vi.mock('../../sync/runtime/client.ts', () => ({
  useIsOnline: () => network.isOnline,
  sendNow: async () => undefined,
}));
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
const actionsOf = async (shown: ReturnType<typeof rendered>, name: string) => {
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
  const radios = [...shown.place.querySelectorAll<HTMLInputElement>('input[type=radio]')];
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
  await until(() => expect(other.place.querySelectorAll('input[type=radio]').length).toBe(5));
});

test('suspends at once, lets in again, and asks before it removes', async () => {
  answers['people.edit'] = () => ok(mia);
  answers['people.remove'] = () => ok({ ok: true });
  const shown = await tab();
  expect(await actionsOf(shown, 'Mia')).toEqual(['Edit', 'Suspend', 'Remove']);
  shown.press('Suspend');
  await until(() => expect(sent('people.edit')).toEqual([{ path: { id: mia.id }, body: { is_suspended: true } }]));
  expect(await actionsOf(shown, 'Jo')).toEqual(['Edit', 'Let in again', 'Remove']);
  shown.press('Remove');
  await until(() => expect(shown.text()).toContain('Changes that they had not sent stay on those devices'));
  expect(sent('people.remove')).toEqual([]);
  shown.press('Remove Jo');
  await until(() => expect(sent('people.remove')).toEqual([{ path: { id: jo.id } }]));
});

test('an invitation is sent again or taken back', async () => {
  answers['people.inviteAgain'] = () => ok(invited);
  const shown = await tab();
  expect(await actionsOf(shown, 'new@galley.test')).toEqual(['Edit', 'Invite again', 'Take the invitation back']);
  shown.press('Invite again');
  await until(() => expect(sent('people.inviteAgain')).toEqual([{ path: { id: invited.id } }]));
});

test('the last owner cannot leave; another can, and what is not sent stays', async () => {
  const alone = await tab();
  expect(await actionsOf(alone, 'Ravi')).toEqual(['Edit']);
  answers['people.list'] = () => ok([ravi, { ...mia, role: 'owner' }]);
  answers['people.leave'] = () => ok({ ok: true });
  left.leave.mockResolvedValue({ kind: 'unsent', n: 1, refused: 0 });
  const shown = await tab();
  expect(await actionsOf(shown, 'Ravi')).toEqual(['Edit', 'Leave this restaurant']);
  shown.press('Leave this restaurant');
  await until(() => expect(shown.button('Leave the restaurant')).toBeTruthy());
  shown.press('Leave the restaurant');
  await until(() => expect(left.leaveKeeping).toHaveBeenCalledOnce());
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
