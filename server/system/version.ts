import { readFileSync } from 'node:fs';

const file = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

/** Of the package. */
export const version = file.version;
