import { sampleOf, type Sample } from '../sample.ts';
import * as sync from './calls.ts';

export const samples: Sample[] = [
  sampleOf(sync.hello, () => ({})),
  sampleOf(sync.push, ({ newId }) => ({
    body: {
      client_id: newId(),
      schema: sync.SCHEMA,
      confirm_upto: 0,
      mutations: [{ mid: 1, key: newId(), call: 'menu.createBook', ver: 1, path: {}, body: { name: '' } }],
    },
  })),
  sampleOf(sync.pull, ({ newId }) => ({ body: { client_id: newId(), schema: sync.SCHEMA, cursor: null } })),
];
