import { permissionOf, type Call } from '../../contract/call.ts';
import { may, type Permission, type Role } from '../../contract/people/permissions.ts';
import { useSession } from './session.ts';

/** Whether the person's role has a permission: what it opens is shown. The server enforces it. */
export const useMay = (permission: Permission): boolean => may(useSession().role, permission);

/** The same by the call that a control makes. */
export const useMayCall = (call: Call): boolean => mayCall(useSession().role, call);

/** The same with the body that it would send, which can need more. */
export function mayCall(role: Role, call: Call, body?: object): boolean {
  const needed = [permissionOf(call), body && call.options.needs?.(body as never)];
  return needed.every((permission) => !permission || may(role, permission));
}
