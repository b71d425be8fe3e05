import { availableParallelism } from 'node:os';

export interface Options {
  histories: number;
  seed: number;
  seconds: number;
  /** Operations of a history. */
  length: number;
  /** `both`: most histories on the model, some on the API. `real`: Chromium tabs and a server process. */
  server: 'model' | 'api' | 'both' | 'real';
  /** Threads; a history is the same in whichever it is played. */
  workers: number;
  /** After so many histories that broke it ends. */
  failures: number;
  /** Patches of the sources that are planted before the layer is loaded. */
  patch: string[];
  /** Patches that are planted in the server and in the watchers too: a rule that both sides have wrong. */
  everywhere: string[];
  /** A file of plans to play, "-" for those that are piped in: answers their violations as JSON. */
  replay: string | null;
  /** Cut a failing history down and print it as a test. */
  shrink: boolean;
}

export function readOptions(args: string[]): Options {
  const options: Options = {
    histories: Number.POSITIVE_INFINITY,
    seed: 1,
    seconds: Number.POSITIVE_INFINITY,
    length: 150,
    server: 'both',
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

const servers = ['model', 'api', 'both', 'real'] as const;
const isServer = (name: string): name is Options['server'] => servers.includes(name as Options['server']);
const numeric = ['histories', 'seed', 'seconds', 'length', 'workers', 'failures'] as const;
const isNumeric = (name: string | undefined): name is (typeof numeric)[number] =>
  numeric.includes(name as (typeof numeric)[number]);
