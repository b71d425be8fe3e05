/** A change of one file: for each hunk, the lines that stand there and those that stand there instead. */
export interface Patch {
  file: string;
  /** It has changed a file that was loaded. */
  isUsed: boolean;
  apply(source: string): string;
}

/** Reads a unified diff. Where a hunk stands is found by its lines; their numbers do not count, so that it outlives edits around it. */
export function readPatch(text: string): Patch[] {
  const files = text.split(/^--- /m).slice(1);
  return files.map((part) => {
    const file = /^\+\+\+ b\/(\S+)/m.exec(part)?.[1];
    if (!file) throw new Error('A patch names no file');
    const hunks = part
      .split(/^@@.*$/m)
      .slice(1)
      .map((hunk) => {
        const lines = hunk.split('\n').filter((line) => /^[-+ ]/.test(line));
        const of = (signs: string) => lines.filter((line) => signs.includes(line[0]!)).map((line) => line.slice(1));
        return { before: of(' -').join('\n'), after: of(' +').join('\n') };
      });
    const patch: Patch = {
      file,
      isUsed: false,
      apply(source) {
        return hunks.reduce((now, { before, after }) => {
          const places = now.split(before).length - 1;
          if (places !== 1) throw new Error(`A hunk for ${file} fits in ${places} places:\n${before}`);
          return now.replace(before, () => after);
        }, source);
      },
    };
    return patch;
  });
}
