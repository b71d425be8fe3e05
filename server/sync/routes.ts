import { stream as streamCall } from '../../contract/sync/calls.ts';
import { defineHandlerWithoutTransaction, type Handler } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { hello, pullRoute } from './pull.ts';
import { pushRoute } from './push.ts';
import type { Streams } from './streams.ts';

/** The sync calls. Push reaches the other handlers by name. */
export function syncRoutes(services: Services, handlers: ReadonlyMap<string, Handler>, streams: Streams): Handler[] {
  const stream = defineHandlerWithoutTransaction(streamCall, async (c) => streams.open(c.session));
  return [pullRoute(services), hello, pushRoute(services, handlers), stream];
}
