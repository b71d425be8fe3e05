import * as z from 'zod/mini';
import type { ChannelTemplate } from '../../contract/channels/calls.ts';
import type { Graph } from './graph.ts';
import { clip } from '../../contract/clip.ts';

const PAGE = '100';
/** More templates than a chat can offer. */
const PAGES_MAX = 3;

/** The templates of an account. Null: refused, so the known ones stay. */
export async function readTemplates(graph: Graph, wabaId: string, token: string): Promise<ChannelTemplate[] | null> {
  const templates: ChannelTemplate[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = {
      fields: 'name,language,category,status,components',
      limit: PAGE,
      ...(after !== undefined && { after }),
    };
    const reply = await graph.read(`${wabaId}/message_templates`, query, token, Templates);
    if (reply.kind === 'refused') return null;
    templates.push(...reply.value.data.map(toTemplate));
    after = reply.value.paging?.next === undefined ? undefined : reply.value.paging.cursors?.after;
    if (after === undefined) break;
  }
  return templates;
}

function toTemplate({ name, language, category, status, components }: z.infer<typeof Template>): ChannelTemplate {
  const body = components.find(({ type }) => type === 'BODY')?.text ?? '';
  const parameters = parametersOf(body);
  // Headers and links with variables, and headers with media, need values that a chat does not have.
  const others = components.filter(({ type }) => type !== 'BODY');
  const isPlain = others.every(
    (part) =>
      (part.format === undefined || part.format === 'TEXT') &&
      parametersOf(part.text ?? '') === 0 &&
      (part.buttons ?? []).every((button) => button.type !== 'URL' || parametersOf(button.url ?? '') === 0),
  );
  const isNumbered = !/\{\{\s*[a-z_]/i.test(body);
  return {
    name,
    language,
    category: category ?? '',
    status,
    body: clip(body, 1024, ''),
    parameters,
    is_usable: status === 'APPROVED' && body !== '' && isPlain && isNumbered,
  };
}

const parametersOf = (text: string): number => new Set(text.match(/\{\{\s*\w+\s*\}\}/g)).size;

const Template = z.object({
  name: z.string(),
  language: z.string(),
  category: z.optional(z.string()),
  status: z.string(),
  components: z._default(
    z.array(
      z.object({
        type: z.string(),
        format: z.optional(z.string()),
        text: z.optional(z.string()),
        buttons: z.optional(z.array(z.object({ type: z.string(), url: z.optional(z.string()) }))),
      }),
    ),
    [],
  ),
});

const Templates = z.object({
  data: z.array(Template),
  paging: z.optional(
    z.object({ cursors: z.optional(z.object({ after: z.optional(z.string()) })), next: z.optional(z.string()) }),
  ),
});
