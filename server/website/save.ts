import type { WebsiteSection, WebsiteSetup } from '../../contract/website/calls.ts';
import type { Actor } from '../../contract/fields.ts';
import { refuse, Refusal, type BaseContext } from '../pipeline/handler.ts';
import { loadForEdit, updateRestaurant } from '../restaurants/store.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { readParts, readSetup, savePart, type Scope, type WebsiteParts } from './store.ts';

/** One transaction that saves a section, under the lock of the space. */
export interface Saving extends Scope {
  actor: Actor;
  now: Date;
  bump(): Promise<number>;
}

type SavingContext = Pick<BaseContext, 'db' | 'restaurantId' | 'actor' | 'now' | 'env'> & { bump(): Promise<number> };

export const savingOf = ({ db, restaurantId, actor, now, env, bump }: SavingContext): Saving => ({
  db,
  restaurantId,
  actor,
  now,
  bump,
  platformDomain: platformDomainOf(env),
});

export const platformDomainOf = ({ publicUrl }: Pick<BaseContext['env'], 'publicUrl'>): string =>
  new URL(publicUrl).hostname;

/** Saves a section unless it has changed since the device saw it. Answers the whole set-up. */
export async function saveSection(
  saving: Saving,
  section: WebsiteSection,
  seenRevision: string | undefined,
  save: (saving: Saving) => Promise<Refusal | null>,
): Promise<WebsiteSetup | Refusal> {
  const current = await readSetup(saving);
  if (seenRevision !== undefined && seenRevision !== current.revisions[section])
    return refuse('changed_elsewhere', { current });
  return (await save(saving)) ?? readSetup(saving);
}

/** Changes some fields of one of the website's own parts. */
export async function mergePart<S extends keyof WebsiteParts>(
  saving: Saving,
  section: S,
  change: Partial<WebsiteParts[S]>,
): Promise<void> {
  const { parts } = await readParts(saving);
  const by = { updated_at: saving.now.toISOString(), updated_by: saving.actor };
  await savePart(saving, section, { ...parts[section], ...change }, by);
}

/**
 * Changes the restaurant's own row, which is on every device. `named`: the fields as the settings name them; an older edit of them that
 * arrives later from a device must not win.
 */
export async function changeRestaurant(
  saving: Saving,
  fields: Partial<Restaurant>,
  named: readonly string[] = Object.keys(fields),
): Promise<void> {
  const at = saving.now.toISOString();
  const stamp = { version: await saving.bump(), updated_at: at, updated_by: saving.actor };
  const { fieldChanges } = await loadForEdit(saving.db, saving.restaurantId);
  const change = { at, op_id: '', by: saving.actor, device_name: null };
  const field_changes = { ...fieldChanges, ...Object.fromEntries(named.map((name) => [name, change])) };
  await updateRestaurant(saving.db, saving.restaurantId, { ...fields, ...stamp, field_changes });
}
