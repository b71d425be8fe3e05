import { permissionOf, type Call } from '../../contract/call.ts';
import { may, type Permission, type Role } from '../../contract/people/permissions.ts';
import { useRole } from './kitchen-mode.ts';

/** Whether the person's role has a permission: what it opens is shown. The server enforces it. */
export const useMay = (permission: Permission): boolean => may(useRole(), permission);

/** The same by the call that a control makes. */
export const useMayCall = (call: Call): boolean => mayCall(useRole(), call);

/** The same with the body that it would send, which can need more. */
export const mayCall = (role: Role, call: Call, body?: object): boolean => missingFor(role, call, body) === null;

/** What the role lacks for it; null: nothing. */
export function missingFor(role: Role, call: Call, body?: object): Permission | null {
  const needed = [permissionOf(call), body && call.options.needs?.(body as never)];
  return needed.find((permission) => permission && !may(role, permission)) ?? null;
}
