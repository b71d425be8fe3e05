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
