import { permissionOf, type Call } from '../../contract/call.ts';
import { may, type Permission } from '../../contract/people/permissions.ts';
import { useSession } from './session.ts';

/** Whether the person's role has a permission: what it opens is shown. The server enforces it. */
export const useMay = (permission: Permission): boolean => may(useSession().role, permission);

/** The same by the call that a control makes. */
export function useMayCall(call: Call): boolean {
  const { role } = useSession();
  const permission = permissionOf(call);
  return permission === null || may(role, permission);
}
