import * as z from 'zod/mini'
import type { Endpoint, ErrorCode, Who } from './endpoint.ts'
import { resources } from './resources.ts'

interface OpenApiDocument {
  readonly openapi: string
  /** By path and method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly [part: string]: unknown
}

/**
 * The contract as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html), for programs that read those.
 *
 * @param pause is awaited between the resources, each of which takes some milliseconds
 */
export async function openApiDocument(version: string, pause: () => Promise<void>): Promise<OpenApiDocument> {
  const paths: Record<string, Record<string, object>> = {}
  for (const { title, endpoints } of resources) {
    await pause()
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const methods = (paths[templateOf(endpoint.path)] ??= {})
      methods[endpoint.method.toLowerCase()] = operationOf(title, name, endpoint)
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Hearth', version },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'status', 'reason', 'message', 'requestId'],
      properties: {
        code: { type: 'integer' },
        status: { type: 'string' },
        reason: { type: 'string' },
        message: { type: 'string' },
        requestId: { type: 'string' },
        details: { type: 'object' },
      },
    },
  },
}

/** Of the errors that endpoints name, as the server answers them. */
export const httpStatusOf: Readonly<Record<ErrorCode, number>> = {
  'invalid-argument': 400,
  'failed-precondition': 400,
  'out-of-range': 400,
  'permission-denied': 403,
  'not-found': 404,
  'already-exists': 409,
  aborted: 409,
  'resource-exhausted': 429,
  unavailable: 503,
}

const openTo: ReadonlySet<Who> = new Set(['everybody', 'code-holder'])

function operationOf(title: string, operationId: string, endpoint: Endpoint): object {
  const { summary, who, query, body, status = 200, answer, hasCsv, audit } = endpoint
  return {
    operationId,
    tags: [title],
    description: summary,
    security: openTo.has(who) ? [] : [{ bearer: [] }],
    'x-who': who,
    ...(endpoint.recentSignIn && { 'x-recent-sign-in': endpoint.recentSignIn }),
    ...(endpoint.scope && { 'x-key-scope': endpoint.scope }),
    ...(audit !== undefined && { 'x-audit': audit }),
    parameters: [...pathParametersOf(endpoint.path), ...(query === undefined ? [] : queryParametersOf(query))],
    ...(body !== undefined && { requestBody: { content: { 'application/json': { schema: inputSchemaOf(body) } } } }),
    responses: {
      [status]: {
        description: 'Done.',
        content: {
          'application/json': { schema: answerSchemaOf(answer) },
          ...(hasCsv === true && { 'text/csv': { schema: { type: 'string' } } }),
        },
      },
      ...errorResponsesOf(endpoint),
    },
  }
}

/** `{name}` for `:name` and `*name`, which takes slashes, too. */
function templateOf(path: string): string {
  return path.replaceAll(/\/[:*](\w+)/g, '/{$1}')
}

function pathParametersOf(path: string): object[] {
  return [...path.matchAll(/\/[:*](\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParametersOf(query: z.ZodMiniType): object[] {
  const { properties = {}, required = [] } = inputSchemaOf(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function errorResponsesOf({ errors = {} }: Endpoint): object {
  const byStatus = Map.groupBy(Object.entries(errors), ([, code]) => httpStatusOf[code])
  const named = [...byStatus].map(([status, list]) => [
    status,
    { description: list.map(([reason]) => reason).join(', '), ...errorContent },
  ])
  return { ...Object.fromEntries(named), default: { description: 'An error.', ...errorContent } }
}

const errorContent = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }

/** What a client sends. */
export function inputSchemaOf(schema: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  return jsonSchemaOf(schema, 'input')
}

/** What the server answers. */
export function answerSchemaOf(schema: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  return jsonSchemaOf(schema, 'output')
}

function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): z.core.JSONSchema.BaseSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // An answer may have more than it says: a later server's does.
      if (io === 'output') delete jsonSchema.additionalProperties
    },
  })
  return rest
}
