import { availableParallelism } from 'node:os';

export interface Options {
  histories: number;
  seed: number;
  seconds: number;
  /** Operations per history. */
  length: number;
  /** `both`: most histories on the model, some on the API. `real`: Chromium tabs and a server process. `provider`: chats through WhatsApp. */
  server: 'model' | 'api' | 'both' | 'real' | 'provider';
  /** Of the API, on one database. Calls go to them in turn, and a crash is one of a single process. */
  processes: number;
  /** Threads. A history is the same in each of them. */
  workers: number;
  /** Stop after this many failing histories. */
  failures: number;
  /** Patch files to apply to the sources before the sync layer is loaded. */
  patch: string[];
  /** Patch files to apply to the server and the watchers, too: for a rule that both sides get wrong. */
  everywhere: string[];
  /** File of plans to play, "-" for stdin. Prints their violations as JSON. */
  replay: string | null;
  /** Shrink a failing history and print it as a test. */
  shrink: boolean;
}

export function readOptions(args: string[]): Options {
  const options: Options = {
    histories: Number.POSITIVE_INFINITY,
    seed: 1,
    seconds: Number.POSITIVE_INFINITY,
    length: 150,
    server: 'both',
    processes: 1,
    workers: availableParallelism(),
    failures: 3,
    patch: [],
    everywhere: [],
    replay: null,
    shrink: true,
  };
  if (args.includes('--real')) options.server = 'real';
  const pairs = args.filter((arg) => arg !== '--real');
  for (let i = 0; i < pairs.length; i += 2) {
    const [name, value] = [pairs[i]?.replace(/^--/, ''), pairs[i + 1] ?? ''];
    const number = Number(value);
    if (name === 'patch' || name === 'everywhere') options[name].push(value);
    else if (name === 'replay') options.replay = value;
    else if (name === 'server' && isServer(value)) options.server = value;
    else if (name === 'shrink') options.shrink = value !== 'no';
    else if (isNumeric(name) && value !== '' && Number.isFinite(number)) options[name] = number;
    else throw new Error(`Unknown option: ${pairs[i]} ${value}`);
  }
  if (options.histories === Number.POSITIVE_INFINITY && options.seconds === Number.POSITIVE_INFINITY)
    options.histories = 100;
  return options;
}

const servers = ['model', 'api', 'both', 'real', 'provider'] as const;
const isServer = (name: string): name is Options['server'] => servers.includes(name as Options['server']);
const numeric = ['histories', 'seed', 'seconds', 'length', 'processes', 'workers', 'failures'] as const;
const isNumeric = (name: string | undefined): name is (typeof numeric)[number] =>
  numeric.includes(name as (typeof numeric)[number]);
