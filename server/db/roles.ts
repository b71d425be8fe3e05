import pg from 'pg';

/** A login of the API. `password` null: somebody else creates the role; it only gets its rights here. */
export interface Login {
  user: string;
  password: string | null;
}

/** Tables read before the restaurant is known. The tenant role has no access to them. */
const accountTables = [
  'users',
  'sessions',
  'email_codes',
  'rate_limits',
  'user_identities',
  'sign_in_returns',
  'passkeys',
  'passkey_challenges',
] as const;

/**
 * Creates the API's two roles if missing and grants their rights; changes nothing if all is there. `app` serves a restaurant's own rows
 * behind row-level security. `auth` serves the tables read before the restaurant is known, and may add a restaurant with its space. Neither
 * can bypass row-level security.
 */
export async function grantRoles(client: pg.ClientBase, { app, auth }: { app: Login; auth: Login }): Promise<void> {
  await ensureRole(client, app);
  await ensureRole(client, auth);
  await refuseMighty(client, [app.user, auth.user]);
  const a = pg.escapeIdentifier(app.user);
  const u = pg.escapeIdentifier(auth.user);
  const accounts = accountTables.join(', ');
  await client.query(`
    BEGIN;
    GRANT USAGE ON SCHEMA public TO ${a}, ${u};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${await walledTables(client)} TO ${a};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${accounts} TO ${u};
    GRANT INSERT, SELECT (fingerprint, created_at) ON contact_messages TO ${u};
    GRANT INSERT ON restaurants, spaces TO ${u};
    GRANT SELECT ON restaurants TO ${u};
    GRANT EXECUTE ON FUNCTION restaurant_of_slug(text), restaurant_of_checkout(text), websites_of_domain(text) TO ${a};
    GRANT SELECT (public_key, created_at) ON vapid_keys TO ${a};
    CREATE SCHEMA IF NOT EXISTS pgboss;
    GRANT USAGE ON SCHEMA pgboss TO ${a}, ${u};
    ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss REVOKE ALL ON TABLES FROM ${a}, ${u};
    COMMIT`);
  await ensureOwnerPolicies(client);
  await ensureSignUpPolicies(client, auth.user);
}

/** The tenant role gets only tables with row-level security, so that a forgotten table is closed, not open. */
async function walledTables(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    "SELECT string_agg(oid::regclass::text, ', ') AS names FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity",
  );
  return rows[0]!.names;
}

async function ensureRole(client: pg.ClientBase, { user, password }: Login, tries = 5): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [user]);
  if (password === null) {
    if (found.rowCount === 0)
      throw new Error(`The role ${user} of DATABASE_APP_URL or DATABASE_AUTH_URL does not exist`);
    return;
  }
  const isNew = found.rowCount === 0;
  // Only a superuser may even repeat NOSUPERUSER, so an existing role only gets its password, and refuseMighty checks the rest.
  const statement = isNew
    ? `CREATE ROLE ${pg.escapeIdentifier(user)} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB NOREPLICATION NOINHERIT`
    : `ALTER ROLE ${pg.escapeIdentifier(user)}`;
  try {
    await client.query(`${statement} PASSWORD ${pg.escapeLiteral(password)}`);
  } catch (error) {
    // Roles belong to the whole server: another database's start may create the same one.
    if (tries > 0 && isOneOf(error, '42710', '23505', 'XX000'))
      return ensureRole(client, { user, password }, tries - 1);
    if (isOneOf(error, '42501'))
      throw new Error(
        `The role of DATABASE_URL may not ${isNew ? 'create' : 'alter'} the role ${user}. Let its administrator run ` +
          `"ALTER ROLE <owner> CREATEROLE", or make two roles (LOGIN, no SUPERUSER, no BYPASSRLS) and name them in DATABASE_APP_URL and DATABASE_AUTH_URL.`,
        { cause: error },
      );
    throw error;
  }
}

async function refuseMighty(client: pg.ClientBase, users: string[]): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    'SELECT rolname FROM pg_roles WHERE rolname = ANY($1) AND (rolsuper OR rolbypassrls OR rolname = current_user)',
    [users],
  );
  if (rows[0])
    throw new Error(
      `The role ${rows[0].rolname} could see every restaurant's rows; give the API a role without SUPERUSER and BYPASSRLS that is not the owner`,
    );
}

/**
 * Policies that name roles are created here and not in a migration, because the roles' names are settings. The owner (migrations, jobs,
 * importer, backups) sees all rows although row-level security is forced.
 */
export async function ensureOwnerPolicies(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity
        AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'owner'
                           AND p.polroles = ARRAY[current_user::regrole::oid])`,
  );
  await replacePolicies(client, 'owner', rows, 'TO CURRENT_USER USING (true)');
}

/** Sign-up must insert a restaurant before any session has it. */
async function ensureSignUpPolicies(client: pg.ClientBase, auth: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN ('restaurants', 'spaces')
        AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'sign_up'
                           AND p.polroles = ARRAY[quote_ident($1)::regrole::oid])`,
    [auth],
  );
  await replacePolicies(client, 'sign_up', rows, `FOR INSERT TO ${pg.escapeIdentifier(auth)} WITH CHECK (true)`);
}

async function replacePolicies(
  client: pg.ClientBase,
  policy: string,
  tables: { name: string }[],
  definition: string,
): Promise<void> {
  if (tables.length === 0) return;
  await client.query(
    tables
      .map(({ name }) => `DROP POLICY IF EXISTS ${policy} ON ${name}; CREATE POLICY ${policy} ON ${name} ${definition}`)
      .join(';'),
  );
}

const isOneOf = (error: unknown, ...codes: string[]) => codes.includes((error as { code?: string }).code ?? '');
