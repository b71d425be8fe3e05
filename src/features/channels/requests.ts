import {
  add,
  calendarAuthUrl,
  calendarCallback,
  list,
  refreshCalendarToken,
  remove,
  type Channel,
  type WhatsappEntry,
} from '../../../contract/channels/calls.ts';
import { send, type Result } from '../../api/send.ts';

export const readChannels = (signal: AbortSignal): Promise<Result<Channel[]>> => send(list, {}, { signal });

/** `replaces`: the channel whose details are entered again. */
export const enterWhatsapp = (entry: WhatsappEntry, replaces: string | undefined): Promise<Result<Channel>> =>
  send(add, { path: { type: 'whatsapp' }, body: { ...entry, ...(replaces !== undefined && { replaces }) } });

export const removeChannel = (id: string): Promise<Result<{ ok: true }>> => send(remove, { path: { id } });

export const readConsentUrl = (): Promise<Result<{ url: string }>> => send(calendarAuthUrl, {});

export const finishCalendar = (body: { state: string; code: string }): Promise<Result<Channel>> =>
  send(calendarCallback, { body });

export const renewCalendar = (id: string): Promise<Result<Channel>> =>
  send(refreshCalendarToken, { path: { id }, body: {} });
