import { readEnv } from '../server/env.ts';
import { buildWhenNeeded } from '../server/web/build.ts';

// Stops the build with a message if a VITE_ setting is invalid.
readEnv();
await buildWhenNeeded((message) => console.log(message), { always: true });
