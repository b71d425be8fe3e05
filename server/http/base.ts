/** Where the API is, below the address of this server. */
export const BASE = '/backend';
