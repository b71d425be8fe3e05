import * as z from 'zod/mini';
import { SettingsError } from './start-error.ts';

/** The settings of one service, beside its client: their schemas by name, and what is made of them. */
export interface SettingsOf<S extends z.core.$ZodLooseShape, V> {
  shape: S;
  read: (given: z.infer<z.ZodMiniObject<S>>) => V;
}

/** `read` is given these settings alone, and `undefined` for each that is missing. */
export const settingsOf = <S extends z.core.$ZodLooseShape, V>(
  shape: S,
  read: SettingsOf<S, V>['read'],
): SettingsOf<S, V> => ({
  shape,
  read: (given) =>
    read(
      Object.fromEntries(Object.keys(shape).map((name) => [name, given[name as keyof typeof given]])) as typeof given, // its own names
    ),
});

/** Null: none of them is given. Throws if one is missing. */
export function allOrNone<G extends Record<string, string | undefined>>(given: G): { [K in keyof G]-?: string } | null {
  const names = Object.keys(given);
  const missing = names.filter((name) => !given[name]);
  if (missing.length === names.length) return null;
  if (missing.length === 0) return given as unknown as { [K in keyof G]-?: string }; // none is missing
  const last = names.pop()!;
  throw new SettingsError(`${names.join(', ')} and ${last}: give ${names.length > 1 ? 'all' : 'both'} or none`);
}

export const isUrl = (value: string, ...schemes: string[]) =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol);
export const web = () =>
  z.string().check(z.refine((v) => isUrl(v, 'http:', 'https:'), 'has to be an http or https address'));

/** A test double on this machine. */
export const isStandIn = (v: string) =>
  isUrl(v, 'http:') && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(v).hostname);
/** A service's URL: https, or a test double. */
export const serviceUrl = z
  .string()
  .check(
    z.refine((v) => isUrl(v, 'https:') || isStandIn(v), 'has to be an https address, or an http one of this machine'),
  );
export const service = (standard: string) => z._default(serviceUrl, standard);
export const isServiceUrl = (schema: z.ZodMiniType): boolean =>
  schema === serviceUrl ||
  ((schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniOptional) && schema.def.innerType === serviceUrl);

export const base64url = (bytes: number) =>
  z
    .string()
    .check(
      z.refine(
        (v) => /^[\w-]+$/.test(v) && Buffer.from(v, 'base64url').length === bytes,
        `has to be ${bytes} bytes in base64url`,
      ),
    );

/** Without a trailing slash. */
export const bare = (url: string) => url.replace(/\/+$/, '');
