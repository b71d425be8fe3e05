import { createHash } from 'node:crypto';
import pg from 'pg';
import { StartError } from '../platform/start-error.ts';

/** A login of the API. `password` null: somebody else creates the role; it only gets its rights here. */
export interface Login {
  user: string;
  password: string | null;
}

/**
 * Names of the API's two roles for a database. Roles belong to the whole server, and with names of their own, the start of one
 * installation never changes the roles of another.
 */
export function roleNames(database: string): { app: string; auth: string } {
  const hash = createHash('sha256').update(database).digest('hex').slice(0, HASH_DIGITS);
  return { app: `galley_app_${hash}`, auth: `galley_auth_${hash}` };
}

const HASH_DIGITS = 12;
/** Names of roleNames for any database, and those that all installations of a server shared formerly. */
const DERIVED = `^galley_(app|auth)(_[0-9a-f]{${HASH_DIGITS}})?$`;

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
 * behind row-level security. `auth` serves the tables read before the restaurant is known, and may add a restaurant with its space, and to the login history. Neither
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
    GRANT INSERT ON restaurants, spaces, sign_ins TO ${u};
    GRANT SELECT, INSERT, UPDATE ON memberships TO ${u};
    GRANT SELECT ON restaurants TO ${u};
    GRANT EXECUTE ON FUNCTION restaurant_of_slug(text), restaurant_of_checkout(text), websites_of_domain(text) TO ${a};
    GRANT EXECUTE ON FUNCTION find_orders(jsonb, jsonb, timestamptz, timestamptz, uuid, text, text[], integer) TO ${a};
    GRANT SELECT (public_key, created_at) ON vapid_keys TO ${a};
    CREATE SCHEMA IF NOT EXISTS pgboss;
    GRANT USAGE ON SCHEMA pgboss TO ${a}, ${u};
    ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss REVOKE ALL ON TABLES FROM ${a}, ${u};
    COMMIT`);
  await ensureOwnerPolicies(client);
  await ensureSignUpPolicies(client, auth.user);
  await revokeFormer(client, [app.user, auth.user]);
}

/**
 * Takes this database's rights from the roles of former starts: those that all installations shared, and those of another name that the
 * database had. The roles themselves stay, because other installations may use them.
 */
async function revokeFormer(client: pg.ClientBase, present: string[]): Promise<void> {
  const { rows } = await client.query<{ object: string; role: string }>(
    `SELECT DISTINCT refobjid::regrole::text AS role, CASE classid
              WHEN 'pg_class'::regclass THEN 'TABLE ' || objid::regclass
              WHEN 'pg_proc'::regclass THEN 'FUNCTION ' || objid::regprocedure
              ELSE 'SCHEMA ' || objid::regnamespace END AS object
       FROM pg_shdepend JOIN pg_roles ON pg_roles.oid = refobjid
      WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND refclassid = 'pg_authid'::regclass AND deptype = 'a'
        AND classid IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_namespace'::regclass)
        AND rolname ~ $1 AND rolname <> ALL($2)`,
    [DERIVED, present],
  );
  if (rows.length > 0)
    await client.query(rows.map(({ object, role }) => `REVOKE ALL ON ${object} FROM ${role}`).join(';'));
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
      throw new StartError(
        `DATABASE_APP_URL, DATABASE_AUTH_URL: the role "${user}" does not exist; make it (LOGIN, no SUPERUSER, no BYPASSRLS), or correct its name.`,
      );
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
    if (isOneOf(error, '42501')) throw mayNot(isNew ? 'create' : 'change', user, await currentUser(client), error);
    throw error;
  }
}

function mayNot(verb: 'create' | 'change', role: string, owner: string, cause: unknown): StartError {
  const remedy =
    verb === 'create' ? `ALTER ROLE "${owner}" CREATEROLE` : `GRANT "${role}" TO "${owner}" WITH ADMIN OPTION`;
  return new StartError(
    `DATABASE_URL: the role "${owner}" may not ${verb} the role "${role}"; let the administrator of the server run ${remedy}, ` +
      'or make two roles (LOGIN, no SUPERUSER, no BYPASSRLS) and name them in DATABASE_APP_URL and DATABASE_AUTH_URL.',
    { cause },
  );
}

const currentUser = async (client: pg.ClientBase): Promise<string> =>
  (await client.query<{ name: string }>('SELECT current_user AS name')).rows[0]!.name;

async function refuseMighty(client: pg.ClientBase, users: string[]): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    'SELECT rolname FROM pg_roles WHERE rolname = ANY($1) AND (rolsuper OR rolbypassrls OR rolname = current_user)',
    [users],
  );
  if (rows[0])
    throw new StartError(
      `DATABASE_APP_URL, DATABASE_AUTH_URL: the role "${rows[0].rolname}" could see every restaurant's rows; give the API a role without SUPERUSER and BYPASSRLS that is not the owner.`,
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

/**
 * Sign-up must insert a restaurant before any session has it, and sign-in its entry of the login history. Whose memberships a person has is
 * read and accepted before a restaurant is known.
 */
async function ensureSignUpPolicies(client: pg.ClientBase, auth: string): Promise<void> {
  await ensureSignUpPolicy(client, auth, ['restaurants', 'spaces', 'sign_ins'], 'FOR INSERT');
  await ensureSignUpPolicy(client, auth, ['memberships'], 'FOR ALL');
}

async function ensureSignUpPolicy(client: pg.ClientBase, auth: string, tables: string[], what: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY($2)
        AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'sign_up'
                           AND p.polroles = ARRAY[quote_ident($1)::regrole::oid])`,
    [auth, tables],
  );
  const rights = what === 'FOR ALL' ? 'USING (true)' : 'WITH CHECK (true)';
  await replacePolicies(client, 'sign_up', rows, `${what} TO ${pg.escapeIdentifier(auth)} ${rights}`);
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
