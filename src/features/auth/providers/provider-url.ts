import { NEXT_MAX } from '../../../../contract/limits.ts';
import type { SignInProvider } from '../../../../contract/auth/sign-in-providers.ts';
import { apiBase } from '../../../api/base.ts';

/** The address of a provider's button. `next` is the page of the app to return to; one that is too long is left out. */
export function providerUrl(name: SignInProvider, next: string | undefined): string {
  const way = `${apiBase()}/auth/${name}`;
  return next === undefined || next.length > NEXT_MAX ? way : `${way}?${new URLSearchParams({ next })}`;
}
