import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  pid: number;
  port: number;
}

/**
 * The PostgreSQL that runs on a data folder, from its `postmaster.pid`. Null if the file is stale: left by a crash, its pid now another
 * program's, or copied with the folder from a running server.
 */
export function findPostmaster(data: string): Postmaster | null {
  const [pid, , , port] = readPidFile(data);
  return pid && port && isAlive(pid) && isPostmasterOf(pid, data) ? { pid, port } : null;
}

/**
 * Makes a stale pid file harmless: PostgreSQL refuses to start while any process of the same user has that pid. The file stays, with an
 * impossible pid, because PostgreSQL needs its other lines to find former backends.
 */
export function disarmPidFile(data: string): void {
  const file = pidFile(data);
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  if (text === '') {
    // A crash between creating and writing it. PostgreSQL writes it at once, so an older empty file is stale.
    if (Date.now() - statSync(file).mtimeMs > EMPTY_FOR_MS) rmSync(file);
    return;
  }
  const pid = Number.parseInt(text, 10);
  if (isAlive(pid) && !isPostmasterOf(pid, data)) writeFileSync(file, text.replace(/^\d+/, NO_PROCESS));
}

/** Detects a server that answers on a pid file's port but serves another folder. */
export function isSameFolder(running: string, data: string, pid: number): boolean {
  // A folder moved under its running server has another name, but is still its working directory.
  if (workingDirectory(pid) === realpathSync(data)) return true;
  if (!existsSync(running)) return false;
  const [a, b] = [statSync(running), statSync(data)];
  return a.dev === b.dev && a.ino === b.ino;
}

/** As `pg_control_system()` reports it. */
export function systemIdentifier(data: string): string {
  return String(readFileSync(join(data, 'global/pg_control')).readBigUInt64LE(0));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Above Linux's highest pid, 2^22.
const NO_PROCESS = '999999999';
const EMPTY_FOR_MS = 5000;

const pidFile = (data: string) => join(data, 'postmaster.pid');

const readPidFile = (data: string) =>
  existsSync(pidFile(data)) ? readFileSync(pidFile(data), 'utf8').split('\n').map(Number) : [];

function isPostmasterOf(pid: number, data: string): boolean {
  // Windows provides neither folder nor arguments; embedded.ts compares the folder after connecting.
  if (process.platform === 'win32') return true;
  const folder = realpathSync(data);
  const args = commandLine(pid);
  if (!args[0]?.includes('postgres')) return false;
  if (workingDirectory(pid) === folder) return true;
  const named = args[args.indexOf('-D') + 1];
  return args.includes('-D') && named !== undefined && existsSync(named) && realpathSync(named) === folder;
}

/** Null if the system does not tell or the process has ended. */
function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Empty if the process has ended. */
function commandLine(pid: number): string[] {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const line = execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
    // "postgres -D /folder with blanks -c listen_addresses=..."
    const parts = /^(.*?) -D (.*?) -c /.exec(line);
    return parts ? [parts[1]!, '-D', parts[2]!] : [line];
  } catch {
    return [];
  }
}
