import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import type { Env } from '../../env.ts';
import { openFacebook } from '../../integrations/sign-in/facebook.ts';
import { openGoogle } from '../../integrations/sign-in/google.ts';
import type { Provider } from '../../integrations/sign-in/provider.ts';

type Settings = Pick<Env, 'google' | 'facebook'>;

/** Created once per process's settings, because a provider's metadata is cached. */
const opened = new WeakMap<Settings, Partial<Record<SignInProvider, Provider>>>();

/** The provider, if people can sign in with it here. */
export function providerOf(env: Settings, name: SignInProvider): Provider | null {
  let providers = opened.get(env);
  if (!providers) {
    providers = {
      ...(env.google && { google: openGoogle(env.google) }),
      ...(env.facebook && { facebook: openFacebook(env.facebook) }),
    };
    opened.set(env, providers);
  }
  return providers[name] ?? null;
}
