import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../server/db/cluster.ts';
import { readEnv } from '../server/env.ts';
import { whenOrphaned } from '../server/platform/orphaned.ts';
import { projectFolder } from '../server/web/build.ts';

// The API with --watch on its own port, and Vite in front of it at the address that `npm start` would have.
const env = readEnv();
const apiPort = await freePort();
const api = `http://127.0.0.1:${apiPort}`;

const children = [
  start(['--watch', '--watch-preserve-output', 'server/main.ts', '--api-only'], {
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    PUBLIC_URL: env.publicUrl,
  }),
  start([join('node_modules/vite/bin/vite.js'), '--port', String(env.port), '--strictPort', '--host', env.host], {
    API_ORIGIN: api,
  }),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
whenOrphaned(stop);
// One is useless without the other.
for (const child of children) child.on('exit', stop);

function start(args: string[], more: Record<string, string>) {
  return spawn(process.execPath, args, { cwd: projectFolder, env: { ...process.env, ...more }, stdio: 'inherit' });
}

function stop() {
  for (const child of children) child.kill('SIGTERM');
}
