import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { hashPassword, isPasswordOf } from '../server/auth/passwords.ts';
import { folderMode } from '../server/db/cluster.ts';
import { users } from '../server/db/schema/accounts.ts';
import type { Env } from '../server/env.ts';
import { DEMO_EMAIL } from './restaurant.ts';

type DemoEnv = Pick<Env, 'demoPassword' | 'dataDir'>;

const keptIn = (env: DemoEnv) => join(env.dataDir, 'demo-password');

/** DEMO_PASSWORD, or a generated one that is kept for later starts. */
export function choosePassword(env: DemoEnv): string {
  if (env.demoPassword) return env.demoPassword;
  const made = randomBytes(9).toString('base64url');
  mkdirSync(env.dataDir, { recursive: true, mode: folderMode() });
  writeFileSync(keptIn(env), `${made}\n`, { mode: 0o600 });
  return made;
}

/**
 * How to sign in to an existing demonstration. DEMO_PASSWORD applies even if it has changed since the last start. The password itself was
 * printed when it was made: logs are kept, and read by others.
 */
export async function agreePassword(db: NodePgDatabase, env: DemoEnv): Promise<string | null> {
  const [owner] = await db.select().from(users).where(eq(users.email, DEMO_EMAIL)).limit(1);
  const known = env.demoPassword ?? (existsSync(keptIn(env)) ? readFileSync(keptIn(env), 'utf8').trim() : null);
  if (!owner || !known) return null;
  const how = `sign in as ${DEMO_EMAIL} with the password in ${env.demoPassword ? 'DEMO_PASSWORD' : keptIn(env)}`;
  if (await isPasswordOf(owner.password_hash, known)) return how;
  // Somebody has set another one in the app and knows it.
  if (!env.demoPassword) return null;
  await db
    .update(users)
    .set({ password_hash: await hashPassword(known) })
    .where(eq(users.id, owner.id));
  return how;
}
