import { readFileSync } from 'node:fs';

/** A JSON file of ours that a person or a crash damaged. Its reader knows the remedy. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
}

/** The texts of a JSON file; throws a DamagedFile, whose message says why, unless it has all of `names`. */
export function readSettingsFile<Name extends string>(file: string, names: readonly Name[]): Record<Name, string> {
  const given = (parse(file) ?? {}) as Record<Name, string>;
  const missing = names.find((name) => typeof given[name] !== 'string');
  if (missing !== undefined) throw new DamagedFile(`"${missing}" is missing`);
  return given;
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new DamagedFile('it is missing', { cause: error });
    if (error instanceof SyntaxError) throw new DamagedFile('it is not JSON', { cause: error });
    throw error;
  }
}
