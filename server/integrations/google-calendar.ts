import { calendar as openApi, type calendar_v3 } from '@googleapis/calendar';
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import { bare, isStandIn, service, settingsOf } from '../platform/setting.ts';
import { google } from './sign-in/google.ts';

export interface CalendarSettings {
  clientId: string;
  clientSecret: string;
  /** Without a trailing slash. */
  apiRoot: string;
  /** True for a test double, which serves the sign-in addresses, too. */
  isDouble: boolean;
}

/** With the credentials of the sign-in. */
export const googleCalendar = settingsOf(
  { ...google.shape, GOOGLE_API_ROOT: service('https://www.googleapis.com') },
  (given): CalendarSettings | null => {
    const credentials = google.read(given);
    if (!credentials) return null;
    const { clientId, clientSecret } = credentials;
    const apiRoot = bare(given.GOOGLE_API_ROOT);
    return { clientId, clientSecret, apiRoot, isDouble: isStandIn(apiRoot) };
  },
);

/** Google no longer accepts the access that it was given. */
export class AccessRevoked extends Error {}
/** What was read so far is too old to go on from: everything is to be read again. */
export class SyncTokenExpired extends Error {}

export interface CalendarAccess {
  refreshToken: string;
  expiresAt: Date | null;
}

export interface CalendarEvent {
  id: string;
  summary: string;
  description: string;
  starts_at: string;
  ends_at: string;
  /** IANA name. */
  time_zone: string;
}

export interface ChangedEvent {
  id: string;
  summary: string;
  /** Null in a deletion. An all-day event has dates. */
  start: { dateTime?: string; date?: string } | null;
  end: { dateTime?: string; date?: string } | null;
  timeZone: string;
  isCancelled: boolean;
  isFree: boolean;
  /** Our own: the id that we gave it. */
  reference: string | null;
}

/** A person's Google Calendar through Google's own client. Throws AccessRevoked when the access has ended. */
export interface GoogleCalendar {
  consentUrl(attempt: { state: string; challenge: string; redirectUri: string }): string;
  /** Null: Google does not accept the code. */
  exchange(attempt: { code: string; verifier: string; redirectUri: string }): Promise<CalendarAccess | null>;
  refresh(refreshToken: string): Promise<{ expiresAt: Date | null }>;
  /** Title of the calendar, which for the main one is the account's address. */
  describe(refreshToken: string): Promise<{ email: string; name: string }>;
  /** Makes the event or brings it up to date; a repeat changes nothing. */
  put(refreshToken: string, event: CalendarEvent): Promise<void>;
  remove(refreshToken: string, id: string): Promise<void>;
  /** What has changed since `syncToken`; null: everything from `from` on. Throws SyncTokenExpired. */
  changes(
    refreshToken: string,
    syncToken: string | null,
    from: string,
  ): Promise<{ events: ChangedEvent[]; syncToken: string }>;
}

const SCOPES = ['https://www.googleapis.com/auth/calendar.events'];
const WAIT_MS = 10_000;
const PAGES_MAX = 50;

export function openGoogleCalendar(settings: CalendarSettings): GoogleCalendar {
  const { clientId, clientSecret, apiRoot, isDouble } = settings;
  const endpoints = isDouble
    ? {
        oauth2AuthBaseUrl: `${apiRoot}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${apiRoot}/token`,
        oauth2RevokeUrl: `${apiRoot}/revoke`,
        tokenInfoUrl: `${apiRoot}/tokeninfo`,
      }
    : undefined;
  const authorize = (redirectUri?: string) =>
    new OAuth2Client({
      clientId,
      clientSecret,
      ...(redirectUri !== undefined && { redirectUri }),
      ...(endpoints && { endpoints }),
      transporterOptions: { timeout: WAIT_MS },
    });

  async function withAccess<T>(refreshToken: string, run: (api: calendar_v3.Calendar) => Promise<T>): Promise<T> {
    const auth = authorize();
    auth.setCredentials({ refresh_token: refreshToken });
    return guarded(() => run(openApi({ version: 'v3', auth, rootUrl: `${apiRoot}/`, timeout: WAIT_MS, retry: false })));
  }

  return {
    consentUrl: ({ state, challenge, redirectUri }) =>
      authorize(redirectUri).generateAuthUrl({
        access_type: 'offline',
        // Without it Google gives a refresh token the first time only.
        prompt: 'consent',
        include_granted_scopes: true,
        scope: SCOPES,
        state,
        code_challenge: challenge,
        code_challenge_method: CodeChallengeMethod.S256,
      }),
    async exchange({ code, verifier, redirectUri }) {
      try {
        const { tokens } = await authorize(redirectUri).getToken({ code, codeVerifier: verifier });
        if (!tokens.refresh_token) return null;
        return { refreshToken: tokens.refresh_token, expiresAt: toDate(tokens.expiry_date) };
      } catch (error) {
        if (statusOf(error) === 400) return null;
        throw unreachable(error);
      }
    },
    refresh: (refreshToken) =>
      guarded(async () => {
        const auth = authorize();
        auth.setCredentials({ refresh_token: refreshToken });
        await auth.getAccessToken();
        return { expiresAt: toDate(auth.credentials.expiry_date) };
      }),
    describe: (refreshToken) =>
      withAccess(refreshToken, async (api) => {
        const { data } = await api.events.list({ calendarId: 'primary', maxResults: 1 });
        const name = data.summary ?? '';
        return { email: name, name };
      }),
    put: (refreshToken, event) => withAccess(refreshToken, (api) => putEvent(api, event)),
    remove: (refreshToken, id) =>
      withAccess(refreshToken, async (api) => {
        await api.events
          .delete({ calendarId: 'primary', eventId: id, sendUpdates: 'none' })
          .catch((error: unknown) => passIf(error, [404, 410]));
      }),
    changes: (refreshToken, syncToken, from) => withAccess(refreshToken, (api) => readChanges(api, syncToken, from)),
  };
}

async function putEvent(api: calendar_v3.Calendar, event: CalendarEvent): Promise<void> {
  const requestBody: calendar_v3.Schema$Event = {
    summary: event.summary,
    description: event.description,
    start: { dateTime: event.starts_at, timeZone: event.time_zone },
    end: { dateTime: event.ends_at, timeZone: event.time_zone },
    status: 'confirmed',
    extendedProperties: { private: { galley: event.id } },
  };
  const inserted = await api.events
    .insert({ calendarId: 'primary', sendUpdates: 'none', requestBody: { ...requestBody, id: event.id } })
    .catch((error: unknown) => passIf(error, [409]));
  // It is there already, made by an earlier try or deleted by somebody: an update brings it to what it should be.
  if (!inserted)
    await api.events.update({ calendarId: 'primary', eventId: event.id, sendUpdates: 'none', requestBody });
}

async function readChanges(
  api: calendar_v3.Calendar,
  syncToken: string | null,
  from: string,
): Promise<{ events: ChangedEvent[]; syncToken: string }> {
  const events: ChangedEvent[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { data } = await api.events.list({
      calendarId: 'primary',
      singleEvents: true,
      maxResults: 250,
      ...(syncToken === null ? { timeMin: from } : { syncToken }),
      ...(pageToken !== undefined && { pageToken }),
    });
    events.push(
      ...(data.items ?? []).flatMap((item) => (item.id ? [toChanged(item, item.id, data.timeZone ?? 'UTC')] : [])),
    );
    if (data.nextSyncToken) return { events, syncToken: data.nextSyncToken };
    pageToken = data.nextPageToken ?? undefined;
    if (pageToken === undefined) break;
  }
  throw new Error('Google Calendar gave no token for the next sync');
}

const toChanged = (item: calendar_v3.Schema$Event, id: string, timeZone: string): ChangedEvent => ({
  id,
  summary: item.summary ?? '',
  start: toPoint(item.start),
  end: toPoint(item.end),
  timeZone,
  isCancelled: item.status === 'cancelled',
  isFree: item.transparency === 'transparent',
  reference: item.extendedProperties?.private?.['galley'] ?? null,
});

function toPoint(point: calendar_v3.Schema$EventDateTime | undefined): { dateTime?: string; date?: string } | null {
  if (point?.dateTime) return { dateTime: point.dateTime };
  return point?.date ? { date: point.date } : null;
}

async function guarded<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const status = statusOf(error);
    if (status === 401 || (error instanceof Error && error.message.includes('invalid_grant')))
      // eslint-disable-next-line preserve-caught-error
      throw new AccessRevoked('Google does not accept the access any more');
    // eslint-disable-next-line preserve-caught-error
    if (status === 410) throw new SyncTokenExpired('The sync token is too old');
    throw unreachable(error);
  }
}

/** The client's errors contain the request with its tokens, and failed jobs store their error. */
const unreachable = (error: unknown) =>
  new Error(`Google Calendar answers ${statusOf(error) ?? (error instanceof Error ? error.name : 'a fault')}`);

function passIf(error: unknown, statuses: number[]): null {
  if (statuses.includes(statusOf(error) ?? 0)) return null;
  throw error;
}

function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null;
  const { status, code } = error as { status?: unknown; code?: unknown };
  const number = Number(status ?? code);
  return Number.isInteger(number) && number > 0 ? number : null;
}

const toDate = (ms: number | null | undefined) => (ms ? new Date(ms) : null);
