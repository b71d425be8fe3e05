import { readEnv } from '../server/env.ts';
import { buildWhenNeeded } from '../server/web/build.ts';

// A wrong VITE_ setting stops the build and is named.
readEnv();
await buildWhenNeeded((message) => console.log(message), { always: true });
