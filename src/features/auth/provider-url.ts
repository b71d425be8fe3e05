import { NEXT_MAX } from '../../../contract/limits.ts';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import { apiBase } from '../../api/base.ts';

/** Where a provider's button leads. `next`: the page of the app to come back to; the API takes none that is too long. */
export function providerUrl(name: SignInProvider, next: string | undefined): string {
  const way = `${apiBase()}/auth/${name}`;
  return next === undefined || next.length > NEXT_MAX ? way : `${way}?${new URLSearchParams({ next })}`;
}
