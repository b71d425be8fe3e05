import type { PinFor } from '../../contract/kitchen-mode/calls.ts';
import { isOpenPage } from '../../contract/kitchen-mode/rules.ts';
import { permissionOfPage } from '../../contract/people/pages.ts';
import { may, type Permission, type Role } from '../../contract/people/permissions.ts';
import { matchRoute } from '../../contract/routes.ts';

/** What a person needs to open an address; null: nothing, as outside of the app. `search`: its query. */
export function permissionFor(pathname: string, search: string): Permission | null {
  const match = matchRoute(pathname);
  const query = new URLSearchParams(search);
  return match && permissionOfPage(match.path, query.get('view') ?? query.get('tab'));
}

/** True if somebody with `role` may open this address, with its query. */
export function opens(role: Role, address: string): boolean {
  const { pathname, search } = new URL(address, 'https://galley.invalid');
  const permission = permissionFor(pathname, search);
  return permission === null || may(role, permission);
}

/** True if a device in kitchen mode shows this address without a PIN. `lock`: what waits for one. */
export function isOpenAt(lock: PinFor, address: string): boolean {
  const { pathname, searchParams } = new URL(address, 'https://galley.invalid');
  const match = matchRoute(pathname);
  return match !== null && isOpenPage(lock, match.path, searchParams.get('view'));
}
