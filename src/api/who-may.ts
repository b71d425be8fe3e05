import { roles, rolesWith, type Permission } from '../../contract/people/permissions.ts';

/** "the owner or a manager" */
export function whoMay(permission: Permission): string {
  const people = rolesWith(permission).map((role) =>
    role === 'owner' ? 'the owner' : `${article(role)} ${nameOf(role)}`,
  );
  const [last] = people.slice(-1);
  return people.length > 1 ? `${people.slice(0, -1).join(', ')} or ${last}` : last!;
}

const nameOf = (role: keyof typeof roles) =>
  role === 'kitchen' ? 'person of the kitchen' : roles[role].label.toLowerCase();
const article = (role: string) => (/^[aeiou]/.test(role) ? 'an' : 'a');

/** Why the server refused, naming who may. */
export const notAllowedText = (permission: Permission): string => `Only ${whoMay(permission)} can do this`;
