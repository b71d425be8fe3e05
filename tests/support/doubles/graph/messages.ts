import { findCustomer, type DoubleCustomer, type GraphState } from './state.ts';

const WINDOW_MS = 24 * 3_600_000;

export interface GraphError {
  status: number;
  code: number;
  message: string;
}

export const isGraphError = (value: object): value is GraphError => 'code' in value && 'status' in value;

export interface MessageRules {
  /** Least time between two messages of one number to one customer; 0: no limit. */
  pairMs: number;
}

const isShort = (text: unknown, most: number) => typeof text === 'string' && text.length > 0 && text.length <= most;

/** The text of buttons or a list; null: they break a limit of the API. */
function interactiveText(value: unknown): string | null {
  const { body, action } = (value ?? {}) as { body?: { text?: string }; action?: Record<string, unknown> };
  const replies = (action?.['buttons'] ?? []) as { reply: Row }[];
  const rows = ((action?.['sections'] ?? []) as { rows: Row[] }[]).flatMap((one) => one.rows);
  const ids = [...replies.map(({ reply }) => reply), ...rows].map(({ id }) => id);
  const isSound =
    isShort(body?.text, 1024) &&
    new Set(ids).size === ids.length &&
    replies.length <= 3 &&
    replies.every(({ reply }) => isShort(reply.title, 20) && isShort(reply.id, 256)) &&
    rows.length <= 10 &&
    rows.every((row) => isShort(row.title, 24) && isShort(row.id, 200) && (row.description?.length ?? 0) <= 72) &&
    (rows.length === 0 || isShort(action?.['button'], 20)) &&
    ids.length > 0;
  return isSound ? body!.text! : null;
}

/** Accepts a message or refuses it as the API does. Returns its id and its customer. */
export function acceptMessage(
  state: GraphState,
  number: string,
  body: Record<string, unknown>,
  { pairMs }: MessageRules,
): { id: string; customer: DoubleCustomer } | GraphError {
  const to = body['to'] ?? body['recipient'];
  if (body['messaging_product'] !== 'whatsapp' || typeof to !== 'string')
    return { status: 400, code: 100, message: '(#100) Invalid parameter' };
  const customer = findCustomer(state, to);
  if (!customer || customer.hasBlocked) return { status: 400, code: 131_026, message: 'Message undeliverable' };
  const pair = `${number}:${customer.user_id}`;
  const last = state.pairs.get(pair);
  if (pairMs > 0 && last !== undefined && state.now() - last < pairMs)
    return {
      status: 400,
      code: 131_056,
      message: '(#131056) (Business Account, Consumer Account) pair rate limit hit',
    };
  const isTemplate = body['type'] === 'template';
  const isOpen = customer.wroteAt !== null && state.now() - customer.wroteAt < WINDOW_MS;
  if (!isTemplate && !isOpen) return { status: 400, code: 131_047, message: 'Re-engagement message' };
  const text = textOf(state, number, body);
  if (typeof text !== 'string') return text;
  const id = state.nextId('wamid.out');
  state.pairs.set(pair, state.now());
  const reference = typeof body['biz_opaque_callback_data'] === 'string' ? body['biz_opaque_callback_data'] : null;
  state.sent.push({ id, number, to, reference, body });
  const interactive = body['interactive'] as
    | { action?: { buttons?: { reply: Row }[]; sections?: { rows: Row[] }[] } }
    | undefined;
  const { buttons: replies = [], sections = [] } = interactive?.action ?? {};
  const buttons = [
    ...replies.map(({ reply }) => reply),
    ...sections.flatMap(({ rows }) => rows.map((row) => ({ ...row, isRow: true }))),
  ];
  customer.screen.push({ from: 'business', id, text, buttons });
  return { id, customer };
}

interface Row {
  id: string;
  title: string;
  description?: string;
}

/** What the customer reads. */
function textOf(state: GraphState, number: string, body: Record<string, unknown>): string | GraphError {
  const wrong = (message: string): GraphError => ({ status: 400, code: 131_009, message });
  switch (body['type']) {
    case 'text':
      return (body['text'] as { body?: string } | undefined)?.body ?? wrong('text.body is missing');
    case 'interactive':
      return interactiveText(body['interactive']) ?? wrong('interactive breaks a limit');
    case 'image':
    case 'document': {
      const part = body[body['type']] as { id?: string; caption?: string } | undefined;
      if (!part?.id || !state.media.has(part.id)) return { status: 400, code: 131_053, message: 'Media upload error' };
      return `[${body['type']}] ${part.caption ?? ''}`.trim();
    }
    case 'template': {
      const template = body['template'] as {
        name: string;
        language: { code: string };
        components?: { parameters: { text: string }[] }[];
      };
      const account = state.numbers.get(number)?.waba_id ?? '';
      const found = state.templates
        .get(account)
        ?.find((one) => one.name === template.name && one.language === template.language.code);
      if (!found) return { status: 404, code: 132_001, message: 'Template name does not exist' };
      if (found.status !== 'APPROVED') return { status: 400, code: 132_015, message: 'Template is paused' };
      const values = template.components?.[0]?.parameters.map((one) => one.text) ?? [];
      const text = found.components.find(({ type }) => type === 'BODY')?.text ?? '';
      const expected = new Set(text.match(/\{\{\d+\}\}/g)).size;
      if (values.length !== expected)
        return { status: 400, code: 132_000, message: 'Number of parameters does not match' };
      return text.replaceAll(/\{\{(\d+)\}\}/g, (_, place: string) => values[Number(place) - 1]!);
    }
    default:
      return { status: 400, code: 131_051, message: 'Unsupported message type' };
  }
}
