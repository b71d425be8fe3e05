import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface ModelRequest {
  authorization: string | undefined;
  model: string;
  messages: { role: string; content: string | null; tool_call_id?: string }[];
  tools: { function: { name: string } }[];
}

/** What it answers in one round. A string: its text. A number: that status and no completion. */
type ModelReply =
  | string
  | number
  | { text?: string; calls?: [tool: string, args: unknown][]; tokens?: number; waitMs?: number };

/** Round by round; the last one is repeated. A function sees what the tools have answered. */
export type ModelScript = (ModelReply | ((request: ModelRequest) => ModelReply))[];

export interface ModelDouble {
  /** The settings of a server that asks it. */
  settings: Record<'LLM_BASE_URL' | 'LLM_MODEL' | 'LLM_API_KEY', string>;
  requests: ModelRequest[];
  /** What it plays from now on; its requests are forgotten. */
  play(...script: ModelScript): void;
  close(): Promise<void>;
}

/** Test double of an endpoint that speaks OpenAI's chat completions, on a real socket. */
export async function startModelDouble(): Promise<ModelDouble> {
  const requests: ModelRequest[] = [];
  let script: ModelScript = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const received = JSON.parse(Buffer.concat(parts).toString()) as ModelRequest;
      received.authorization = request.headers.authorization;
      requests.push(received);
      const next = script.length > 1 ? script.shift()! : (script[0] ?? 500);
      void answer(typeof next === 'function' ? next(received) : next);
    });
    async function answer(reply: ModelReply) {
      if (typeof reply === 'number') return response.writeHead(reply).end('{}');
      const { text = null, calls = [], tokens = 500, waitMs = 0 } = typeof reply === 'string' ? { text: reply } : reply;
      if (waitMs > 0) await wait(waitMs, undefined, { ref: false });
      const tool_calls = calls.map(([name, args], at) => ({
        id: `call_${requests.length}_${at}`,
        type: 'function',
        function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
      }));
      return response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          choices: [{ message: { content: text, ...(calls.length > 0 ? { tool_calls } : {}) } }],
          usage: { total_tokens: tokens },
        }),
      );
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: {
      LLM_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      LLM_MODEL: 'double',
      LLM_API_KEY: 'key-of-the-double',
    },
    requests,
    play(...next) {
      script = next;
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
