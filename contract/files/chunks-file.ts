/** One file with all chunks and styles of a build: JSON, from path to text. */
export const CHUNKS_FILE = 'chunks.json';
