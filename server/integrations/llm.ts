import ky from 'ky';
import * as z from 'zod/mini';

export interface LlmSettings {
  /** Without a trailing slash, such as https://api.example.com/v1. */
  url: string;
  model: string;
  apiKey: string | null;
}

export interface Tool {
  name: string;
  description: string;
  /** JSON Schema of its arguments. */
  parameters: object;
}

export type LlmMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

const ToolCall = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
export type ToolCall = z.infer<typeof ToolCall>;

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.optional(z.nullable(z.string())),
          tool_calls: z.optional(z.nullable(z.array(ToolCall))),
        }),
      }),
    )
    .check(z.minLength(1)),
});

export interface Llm {
  /** One round. Throws if the endpoint cannot be reached or answers something else. */
  complete(messages: LlmMessage[], tools: Tool[]): Promise<{ content: string; toolCalls: ToolCall[] }>;
}

const WAIT_MS = 20_000;
const TOKENS_MAX = 400;

/** A client for any endpoint that speaks OpenAI's chat completions. Null: none is configured. */
export function openLlm(settings: LlmSettings | null): Llm | null {
  if (!settings) return null;
  const { url, model, apiKey } = settings;
  const client = ky.create({ timeout: WAIT_MS, retry: 0, throwHttpErrors: false, redirect: 'error' });
  return {
    async complete(messages, tools) {
      let body: unknown;
      let status: number;
      try {
        const response = await client.post(`${url}/chat/completions`, {
          headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
          json: {
            model,
            messages,
            max_tokens: TOKENS_MAX,
            temperature: 0,
            tools: tools.map((tool) => ({ type: 'function', function: tool })),
          },
        });
        status = response.status;
        body = await response.json().catch(() => null);
      } catch (error) {
        // The client's own errors contain the request with the key.
        // eslint-disable-next-line preserve-caught-error
        throw new Error(`The model cannot be reached: ${error instanceof Error ? error.name : 'a fault'}`);
      }
      const parsed = Completion.safeParse(body);
      if (status >= 300 || !parsed.success) throw new Error(`The model answers ${status} and no completion`);
      const { message } = parsed.data.choices[0]!;
      return { content: message.content ?? '', toolCalls: message.tool_calls ?? [] };
    },
  };
}
