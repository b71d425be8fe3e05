const KEY = 'galley:profile-draft';

export type ProfileValues = Record<
  | 'name'
  | 'address'
  | 'city'
  | 'postal_code'
  | 'country_code'
  | 'phone_number_business'
  | 'phone_number_kitchen'
  // Empty as long as the country's proposal is used.
  | 'currency'
  | 'timezone',
  string
>;

interface Kept {
  /** Whose draft it is: another owner on the same tablet must not see it. */
  userId: string;
  values: Partial<ProfileValues>;
}

/** Omitted: the browser's own, whose mere access throws where storage is forbidden. */
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Unsent input of the profile, so that closing a tab loses nothing. */
export function readDraft(userId: string, storage?: Storage): Partial<ProfileValues> {
  try {
    const kept = JSON.parse((storage ?? localStorage).getItem(KEY) ?? 'null') as Kept | null; // our own text; anything else has no such user
    return kept?.userId === userId ? kept.values : {};
  } catch {
    // Broken or forbidden storage: the person types it again.
    return {};
  }
}

/** Returns whether it was stored. */
export function keepDraft(userId: string, values: ProfileValues, storage?: Storage): boolean {
  try {
    (storage ?? localStorage).setItem(KEY, JSON.stringify({ userId, values } satisfies Kept));
    return true;
  } catch {
    return false;
  }
}

/** After it was sent, or when its owner logs out. */
export function dropDraft(storage?: Storage): void {
  try {
    (storage ?? localStorage).removeItem(KEY);
  } catch {
    // Nothing can be stored here, so nothing is left behind.
  }
}
