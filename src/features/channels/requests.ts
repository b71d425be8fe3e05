import { add, list, remove, type Channel, type WhatsappEntry } from '../../../contract/channels.ts';
import { send, type Result } from '../../api/send.ts';

export const readChannels = (signal: AbortSignal): Promise<Result<Channel[]>> => send(list, {}, { signal });

export const enterWhatsapp = (body: WhatsappEntry): Promise<Result<Channel>> =>
  send(add, { path: { type: 'whatsapp' }, body });

export const removeChannel = (id: string): Promise<Result<{ ok: true }>> => send(remove, { path: { id } });
