import { roles, rolesWith, type Permission, type Role } from '../../contract/people/permissions.ts';

/** "the owner or a manager" */
export function whoMay(permission: Permission): string {
  const people = rolesWith(permission).map(personOf);
  return people.length === 1 ? people[0]! : `${people.slice(0, -1).join(', ')} or ${people.at(-1)}`;
}

function personOf(role: Role): string {
  const name = roles[role].label.toLowerCase();
  if (role === 'owner' || role === 'kitchen') return `the ${name}`;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Why the server refused, naming who may. */
export const notAllowedText = (permission: Permission): string => `Only ${whoMay(permission)} can do this`;
