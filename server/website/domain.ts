import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { sql } from 'drizzle-orm';
import { faultOfDomain, faultOfSubdomain, isForeign, readDomain } from '../../contract/website/domain-names.ts';
import { similarNamesOf } from '../../contract/website/look-alikes.ts';
import type { DomainAnswer } from '../../contract/website/calls.ts';
import type { Rdap } from '../integrations/rdap.ts';
import type { FindTxt } from '../integrations/txt-records.ts';
import { refuse, type Refusal } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { rootOf } from '../platform/log.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { changeRestaurant, type Saving } from './save.ts';
import { noCustomDomain, recordOf, type CustomDomain } from './store.ts';

/** The first part of a name under the platform's domain; null: it is a domain of its own. */
export function readSubdomain(domain: string, platformDomain: string): string | null {
  if (!domain.includes('.')) return domain;
  return domain.endsWith(`.${platformDomain}`) ? domain.slice(0, -platformDomain.length - 1) : null;
}

export async function checkSubdomain(
  { db, restaurantId }: { db: Tx; restaurantId: string },
  name: string,
): Promise<Omit<DomainAnswer, 'domain'>> {
  const { slug } = await loadRestaurant(db, restaurantId);
  if (name === slug) return { availability: 'available', reason: 'This is your present address.' };
  const fault = faultOfSubdomain(name);
  if (fault) return { availability: fault.kind, reason: fault.reason };
  const { rows } = await db.execute<{ id: string | null }>(sql`SELECT restaurant_of_slug(${name}) AS id`);
  if (rows[0]?.id) return { availability: 'taken', reason: 'Another restaurant has this address.' };
  return (await isSimilar({ db, restaurantId }, name))
    ? { availability: 'taken', reason: 'It can be mistaken for the address of another restaurant.' }
    : { availability: 'available', reason: 'This address is free.' };
}

async function isSimilar({ db, restaurantId }: { db: Tx; restaurantId: string }, name: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT 1 FROM unnest(${sql.param(similarNamesOf(name))}::text[]) AS other(name)
         WHERE restaurant_of_slug(other.name) <> ${restaurantId} LIMIT 1`,
  );
  return rows.length > 0;
}

export async function checkOwnDomain(rdap: Rdap, typed: string, platformDomain: string): Promise<DomainAnswer> {
  const domain = toMachineForm(typed);
  return { domain, ...(await checkRegistration(rdap, domain, platformDomain)) };
}

async function checkRegistration(
  rdap: Rdap,
  domain: string,
  platformDomain: string,
): Promise<Omit<DomainAnswer, 'domain'>> {
  const fault = domain === platformDomain ? 'This is the address of Galley itself.' : faultOfDomain(domain);
  if (fault !== null) return { availability: 'invalid', reason: fault };
  const warning = isForeign(domain) ? ' It has letters that can be mistaken for others.' : '';
  const found = await rdap.find(domain);
  if (found === 'registered')
    return { availability: 'taken', reason: `Somebody has registered it. If it is yours, connect it.${warning}` };
  if (found === 'free')
    return {
      availability: 'available',
      reason: `Nobody has registered it. Register it before you connect it.${warning}`,
    };
  return { availability: 'unknown', reason: `It is not known whether somebody has registered it.${warning}` };
}

/** Gives the website another name under the platform's domain. The unique index decides between two restaurants. */
export async function changeSubdomain(saving: Saving, name: string): Promise<Refusal | null> {
  const { slug } = await loadRestaurant(saving.db, saving.restaurantId);
  if (name === slug) return null;
  const { availability, reason } = await checkSubdomain(saving, name);
  if (availability !== 'available') return wrong('subdomain', reason);
  await saving.db.execute(sql`SAVEPOINT subdomain`);
  try {
    await changeRestaurant(saving, { slug: name });
  } catch (fault) {
    if ((rootOf(fault) as { code?: string }).code !== UNIQUE_VIOLATION) throw fault;
    await saving.db.execute(sql`ROLLBACK TO SAVEPOINT subdomain`);
    return wrong('subdomain', 'Another restaurant has this address.');
  }
  return null;
}

/** The own domain as it is to be stored: the TXT record that it needs, and whether it is there. */
export async function connectDomain(
  findTxt: FindTxt,
  typed: string | null,
  { former, platformDomain, now }: { former: CustomDomain; platformDomain: string; now: Date },
): Promise<CustomDomain | Refusal> {
  if (typed === null || typed.trim() === '') return noCustomDomain;
  const domain = toMachineForm(readDomain(typed));
  const isOurs = domain === platformDomain || domain.endsWith(`.${platformDomain}`);
  const fault = isOurs ? 'Enter a domain of your own.' : faultOfDomain(domain);
  if (fault !== null) return wrong('custom_domain', fault);
  const token = former.custom_domain === domain && former.token !== null ? former.token : makeToken();
  const isNew = token !== former.token;
  // Nobody can have made a record whose value is told only now.
  const records = isNew ? [] : await findTxt(recordOf(domain, token).record_name);
  const isProved = records?.includes(recordOf(domain, token).record_value) === true;
  return {
    custom_domain: domain,
    token,
    status: records === null ? 'unknown' : isProved ? 'verified' : 'pending',
    checked_at: isNew ? null : now.toISOString(),
  };
}

/** "xn--…" for letters of other scripts; unchanged where there is none, so that the fault is told. */
const toMachineForm = (domain: string) => domainToASCII(domain) || domain;

const UNIQUE_VIOLATION = '23505';
const makeToken = () => randomBytes(16).toString('hex');
const wrong = (field: 'subdomain' | 'custom_domain', message: string) =>
  refuse('invalid_fields', { field_errors: { [field]: message } });
