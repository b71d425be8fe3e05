import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { projectFolder } from '../../../server/web/build.ts';

// A real build of the app that differs from the others in every chunk: `node build.ts FOLDER NAME WRITE_EPOCH`. It runs in its own
// process, because a test runner's NODE_ENV would bring React's development build.
const [folder, name, epoch] = process.argv.slice(2) as [string, string, string];

const mark = `\n;((globalThis.galleyBuilds ??= {})[${JSON.stringify(name)}] = true);\n`;

/** Marks each of our modules with its build. From the second write epoch on, the database has a newer version too. */
const marked: Plugin = {
  name: 'galley:marked-build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/(main|(shell|features|sync)\/.*)\.tsx?$/ },
    handler: (code) => ({ code: code + mark, map: null }),
  },
};

const newerData: Plugin = {
  name: 'galley:newer-data',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/data\/db\.ts$/ },
    handler(code) {
      const next = code
        .replace(/WRITE_EPOCH = \d+;/, `WRITE_EPOCH = ${epoch};`)
        .replace(
          /(\n\s*)return db;/,
          `$1db.version(90 + ${epoch}).stores({ chat_messages: 'id, [chat_id+created_at], seq' });$1return db;`,
        );
      if (!next.includes(`WRITE_EPOCH = ${epoch};`) || !next.includes('90 +'))
        throw new Error('src/data/db.ts does not look as this build expects');
      return { code: next, map: null };
    },
  },
};

const plugins = Number(epoch) > 1 ? [marked, newerData] : [marked];
await build({
  root: projectFolder,
  logLevel: 'warn',
  plugins,
  worker: { format: 'es', plugins: () => plugins },
  build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false },
});
writeFileSync(join(folder, '.build'), name);
