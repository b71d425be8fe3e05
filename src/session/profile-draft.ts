const KEY = 'galley:profile-draft';

export type ProfileValues = Record<
  | 'name'
  | 'address'
  | 'city'
  | 'postal_code'
  | 'country_code'
  | 'phone_number_business'
  | 'phone_number_kitchen'
  // Empty as long as the country's proposal stands.
  | 'currency'
  | 'timezone',
  string
>;

interface Kept {
  /** Whose draft it is: another owner on the same tablet sees nothing of it. */
  userId: string;
  values: Partial<ProfileValues>;
}

/** Left out: the browser's own, whose very name throws where storage is forbidden. */
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What was typed into the profile and not sent yet, so that a closed tab costs nothing. */
export function readDraft(userId: string, storage?: Storage): Partial<ProfileValues> {
  try {
    const kept = JSON.parse((storage ?? localStorage).getItem(KEY) ?? 'null') as Kept | null; // our own text; anything else has no such user
    return kept?.userId === userId ? kept.values : {};
  } catch {
    // Broken or refused storage: the person types it once more.
    return {};
  }
}

/** Answers whether it is kept. */
export function keepDraft(userId: string, values: ProfileValues, storage?: Storage): boolean {
  try {
    (storage ?? localStorage).setItem(KEY, JSON.stringify({ userId, values } satisfies Kept));
    return true;
  } catch {
    return false;
  }
}

/** Sent, or its owner has logged out. */
export function dropDraft(storage?: Storage): void {
  try {
    (storage ?? localStorage).removeItem(KEY);
  } catch {
    // Nothing can be stored here, so nothing is left behind.
  }
}
