import { readFileSync } from 'node:fs';

const file = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

/** The package's version. */
export const version = file.version;
