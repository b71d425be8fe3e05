import * as z from 'zod/mini';
import { bodyLimitOf, type Call, type Schema } from '../../contract/call.ts';
import { ErrorBody, errorCodes, Meta, Notice } from '../../contract/errors.ts';
import { syncHeaders } from '../../contract/sync/calls.ts';
import { guardOf, isProcessedOnce, type Guards } from '../pipeline/guard.ts';
import { version } from '../platform/version.ts';

type Json = Record<string, unknown>;

/** The API's OpenAPI 3.1 description, generated from the contract. */
export function openApiDocument(calls: Call[], guards: Guards, server: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call, guards);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Galley',
      version,
      description: "A restaurant owner's back office that keeps working when the internet does not.",
    },
    servers: [{ url: server }],
    tags: [{ name: 'addition', description: 'Beyond the calls that were first asked for.' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: jsonSchema(ErrorBody, 'output'),
        Meta: jsonSchema(Meta, 'output'),
        Notice: jsonSchema(Notice, 'output'),
      },
      responses: {
        Error: {
          description: `One of: ${Object.keys(errorCodes).join(', ')}`,
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
  };
}

function operation(call: Call, guards: Guards): Json {
  const { access, summary, addition, body } = call.options;
  return {
    operationId: call.name,
    summary,
    tags: [call.name.split('.')[0], ...(addition ? ['addition'] : [])],
    security: guardOf(guards, call).needsSession ? [{ bearer: [] }] : [],
    'x-access': access,
    'x-offline': call.options.offline,
    ...(body && { 'x-body-limit': bodyLimitOf(call) }),
    parameters: parametersOf(call, guards),
    ...(body && { requestBody: { required: !call.options.isBodyOptional, content: contentOf(call, body) } }),
    responses: {
      200: {
        description: 'Done',
        content: call.name === 'sync.stream' ? { 'text/event-stream': {} } : json(envelope(call)),
      },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function contentOf(call: Call, body: Schema): Json {
  const schema = jsonSchema(body, 'input');
  return { ...json(schema), ...(call.options.isMultipart && { 'multipart/form-data': { schema } }) };
}

function parametersOf(call: Call, guards: Guards): Json[] {
  const { requiresKey } = guardOf(guards, call);
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: {
      type: 'string',
      ...(/id$/i.test(name!) && { format: 'uuid' }),
      ...(call.options.messages?.[name!] && { enum: [...call.options.messages[name!]!.known] }),
    },
  }));
  const query = call.options.query ? jsonSchema(call.options.query, 'input') : {};
  const inQuery = Object.entries((query.properties ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }));
  const inHeader = isProcessedOnce(guards, call)
    ? (requiresKey ? [syncHeaders.key] : Object.values(syncHeaders)).map((name) => ({
        name,
        in: 'header',
        required: requiresKey,
        schema: name === syncHeaders.mutation ? { type: 'integer', minimum: 1 } : { type: 'string', format: 'uuid' },
      }))
    : [];
  return [...inPath, ...inQuery, ...inHeader];
}

function envelope(call: Call): Json {
  const one = jsonSchema(call.options.reply, 'output');
  const data = call.options.paged ? { type: 'array', items: one } : one;
  const properties: Json = { data, notice: { $ref: '#/components/schemas/Notice' } };
  if (call.options.paged) properties.meta = { $ref: '#/components/schemas/Meta' };
  if (call.options.stats) properties.stats = jsonSchema(call.options.stats, 'output');
  return { type: 'object', properties, required: call.options.paged ? ['data', 'meta'] : ['data'] };
}

const json = (schema: Json) => ({ 'application/json': { schema } });

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io }) as Json;
  return made;
}
