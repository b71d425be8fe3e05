import { StartError } from './start-error.ts';

interface Fault extends Error {
  code?: string;
  path?: string;
}

const filesystem: Record<string, string> = {
  EACCES:
    'this user may not use it; if its disk is not mounted, mount the disk and start again, else start as its owner, or change the owner with chown',
  EPERM: 'this user may not use it; start as its owner, or change the owner with chown',
  EROFS: 'its file system is read-only; mount it for writing, or name another folder',
  ENOSPC: 'its disk is full; free space there',
  EDQUOT: "this user's quota is used up; free space there",
  EEXIST: 'a file stands where a folder is needed; move the file away, or name another folder',
  ENOTDIR: 'a file stands where a folder is needed; move the file away, or name another folder',
  EMFILE: 'this process may open too few files; raise the limit with ulimit -n',
};

/** Why the data folder cannot be used, as a message for the operator; an unknown error unchanged. */
export function explainFolderFault(fault: unknown, dataDir: string): unknown {
  if (!(fault instanceof Error) || fault instanceof StartError) return fault;
  const { code, path = dataDir } = fault as Fault;
  const remedy = code === undefined ? undefined : filesystem[code];
  return remedy === undefined ? fault : new StartError(`DATA_DIR: ${path}: ${remedy}.`, { cause: fault });
}
