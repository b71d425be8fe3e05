import { parseArgs } from 'node:util';
import { readEnv } from '../../server/env.ts';
import { createRandom } from '../random.ts';
import { DEMO_SLUG } from '../restaurant.ts';
import { Guests } from './guests.ts';
import { Intake } from './intake.ts';

// npm run demo:traffic -- --per-minute N [--address URL] [--restaurant SLUG] [--minutes M]
// Sends orders and chats to a running Galley through the storefront API, until it is stopped or the minutes are over.

const usage = 'Usage: npm run demo:traffic -- --per-minute N [--address URL] [--restaurant SLUG] [--minutes M]';
const POLL_MS = 4000;

interface TrafficOptions {
  perMinute: number;
  minutes: number;
  address: string;
  slug: string;
}

function readArguments(): TrafficOptions | null {
  const options = {
    'per-minute': { type: 'string' },
    minutes: { type: 'string' },
    address: { type: 'string' },
    restaurant: { type: 'string' },
  } as const;
  try {
    const { values } = parseArgs({ options });
    const perMinute = Number(values['per-minute'] ?? 6);
    const minutes = values.minutes === undefined ? Infinity : Number(values.minutes);
    if (!(perMinute > 0 && perMinute <= 600) || !(minutes > 0)) return null;
    const address = (values.address ?? readEnv().publicUrl).replace(/\/+$/, '');
    return { perMinute, minutes, address, slug: values.restaurant ?? DEMO_SLUG };
  } catch {
    // An unknown option: the usage lists the valid ones.
    return null;
  }
}

async function run({ perMinute, minutes, address, slug }: TrafficOptions): Promise<number> {
  let isOver = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isOver = true));
  const guests = new Guests(new Intake(address, slug), createRandom(Date.now()));
  const counts = { order: 0, chat: 0, message: 0, refused: 0, away: 0 };
  const began = performance.now();
  let lookedAt = began;
  console.log(`${perMinute} a minute to ${slug} at ${address}`);
  for (let n = 1; !isOver; n += 1) {
    const { kind, text } = await guests.next();
    counts[kind] += 1;
    console.log(`${kind.padEnd(8)} ${text}`);
    // Scheduled by the clock, not from the last one: slow answers do not reduce the number of customers.
    const next = began + (n * 60_000) / perMinute;
    while (!isOver && performance.now() < next) {
      if (performance.now() - lookedAt >= POLL_MS) {
        lookedAt = performance.now();
        await guests.readAnswers();
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(250, next - performance.now()))));
    }
    if (performance.now() - began >= minutes * 60_000) isOver = true;
  }
  console.log(
    `${counts.order} orders, ${counts.chat} chats, ${counts.message} more messages; ${counts.refused} refused, ${counts.away} without an answer`,
  );
  return counts.order + counts.chat + counts.message > 0 ? 0 : 1;
}

const options = readArguments();
if (!options) console.error(usage);
process.exitCode = options ? await run(options) : 2;
