import ky from 'ky';
import * as z from 'zod/mini';
import { parseJson } from './parse-json.ts';
import { readWithin } from './read-within.ts';
import { bare, serviceUrl, settingsOf } from '../platform/setting.ts';
import { SettingsError } from '../platform/start-error.ts';

export interface LlmSettings {
  /** Without a trailing slash, such as https://api.example.com/v1. */
  url: string;
  model: string;
  apiKey: string | null;
}

const endpoint = {
  LLM_BASE_URL: z.optional(serviceUrl),
  /** May be missing: models on the operator's own machines need none. */
  LLM_API_KEY: z.optional(z.string()),
  LLM_VISION_MODEL: z.optional(z.string()),
};

export const llm = settingsOf(
  { ...endpoint, LLM_MODEL: z.optional(z.string()) },
  ({ LLM_BASE_URL: url, LLM_MODEL: model, LLM_API_KEY: apiKey, LLM_VISION_MODEL: visionModel }): LlmSettings | null => {
    if (!url && !model && !apiKey) return null;
    if (url && !model && visionModel) return null;
    if (!url || !model) throw new SettingsError('LLM_BASE_URL and LLM_MODEL: give both or none');
    return { url: bare(url), model, apiKey: apiKey ?? null };
  },
);

export const vision = settingsOf(
  endpoint,
  ({ LLM_BASE_URL: url, LLM_VISION_MODEL: model, LLM_API_KEY: apiKey }): LlmSettings | null => {
    if (!model) return null;
    if (!url) throw new SettingsError('LLM_VISION_MODEL: needs LLM_BASE_URL');
    return { url: bare(url), model, apiKey: apiKey ?? null };
  },
);

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
  usage: z.optional(z.nullable(z.object({ total_tokens: z.number() }))),
});

interface Completed {
  content: string;
  toolCalls: ToolCall[];
  /** What it cost. */
  tokens: number;
}

export interface Llm {
  /** One round. Throws if the endpoint cannot be reached in time, or answers something else. */
  complete(messages: LlmMessage[], tools: readonly Tool[], signal: AbortSignal): Promise<Completed>;
}

/** Longest answer. */
export const ANSWER_TOKENS = 400;
const ANSWER_BYTES = 64 * 1024;

/** As a rule of thumb. An endpoint that says how many it used is believed, unless it says less than half of this. */
export const tokensIn = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

/** A client for any endpoint that speaks OpenAI's chat completions. Null: none is configured. */
export function openLlm(settings: LlmSettings | null): Llm | null {
  if (!settings) return null;
  const { url, model, apiKey } = settings;
  const client = ky.create({ timeout: false, retry: 0, throwHttpErrors: false, redirect: 'error' });
  return {
    async complete(messages, tools, signal) {
      const request = {
        model,
        messages,
        max_tokens: ANSWER_TOKENS,
        temperature: 0,
        tools: tools.map(({ name, description, parameters }) => ({
          type: 'function',
          function: { name, description, parameters },
        })),
      };
      let text: string | null;
      let status: number;
      try {
        const response = await client.post(`${url}/chat/completions`, {
          headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
          json: request,
          signal,
        });
        status = response.status;
        text = await readWithin(response, ANSWER_BYTES);
      } catch (error) {
        // The client's own errors contain the request with the key.
        // eslint-disable-next-line preserve-caught-error
        throw new Error(`The model cannot be reached: ${error instanceof Error ? error.name : 'a fault'}`);
      }
      const parsed = Completion.safeParse(parseJson(text ?? ''));
      if (status >= 300 || !parsed.success) throw new Error(`The model answers ${status} and no completion`);
      const { message } = parsed.data.choices[0]!;
      const least = tokensIn(request) + tokensIn(message);
      const reported = parsed.data.usage?.total_tokens ?? least;
      return {
        content: message.content ?? '',
        toolCalls: message.tool_calls ?? [],
        tokens: Math.ceil(Math.max(reported, least / 2)),
      };
    },
  };
}
