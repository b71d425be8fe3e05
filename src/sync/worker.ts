import { expose } from 'comlink';

export interface StartOptions {
  databaseName: string;
  token: string;
  /** Absolute address of the API. */
  base: string;
}

const worker = {
  async start(options: StartOptions): Promise<void> {
    void options;
  },
  async setToken(token: string): Promise<void> {
    void token;
  },
};

export type SyncWorker = typeof worker;
expose(worker);
