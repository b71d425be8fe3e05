import type { Person } from '../../../contract/people/calls.ts';
import { covers, roleIds, roles, type Permission, type Role } from '../../../contract/people/permissions.ts';
import type { Say } from '../../api/failure-text.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { permissionLabels } from './permission-labels.ts';

export const nameOf = ({ name, email }: Pick<Person, 'name' | 'email'>): string => name || email;

/** What they sign in with: the address, or else the PIN. */
export const signInLabel = ({ email, has_pin: hasPin }: Person): string =>
  email || (hasPin ? 'By PIN' : 'No PIN: cannot sign in');

export const stateLabel = ({ status, invitation_expires_at: until }: Person, timezone: string, now: number): string => {
  if (status === 'active') return 'Active';
  if (status === 'suspended') return 'Suspended';
  if (until === null || Date.parse(until) <= now) return 'Invitation expired';
  return `Invited until ${untilLabel(until, timezone, now)}`;
};

export const lastSeenLabel = ({ last_seen_at: seen }: Person, timezone: string, now: number): string =>
  seen === null ? 'Not signed in' : untilLabel(seen, timezone, now);

/** The roles that a person with `role` may give. An owner needs an e-mail address. */
export const givenBy = (role: Role, hasEmail: boolean): Role[] =>
  roleIds.filter((other) => covers(role, other) && (hasEmail || other !== 'owner'));

/** What a role may do, in one line. The two large ones are told by what they may not. */
export function roleHint(role: Role): string {
  const all = Object.keys(permissionLabels) as Permission[];
  const held: readonly Permission[] = roles[role].permissions;
  const lacking = all.filter((permission) => !held.includes(permission));
  if (lacking.length === 0) return 'Everything.';
  return lacking.length < held.length / 2 ? `Everything but: ${list(lacking)}.` : `${list(held)}.`;
}

function list(permissions: readonly Permission[]): string {
  const labels = permissions.flatMap((permission) => permissionLabels[permission] ?? []);
  return labels.map((label, i) => (i === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1))).join(', ');
}

/** What is said of a refusal besides the words for all. */
export const whyRefused: Say = ({ error }) =>
  ({
    not_allowed: 'You can only give, change and end roles that may do no more than yours.',
    person_exists: 'This person belongs to the restaurant, or is invited, already.',
    already_accepted: 'The invitation was accepted already.',
    last_owner: 'A restaurant needs an owner. Make somebody else an owner first.',
  })[error.code];
