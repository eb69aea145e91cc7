/** Generates the OpenAPI document and the JSON Schemas of the protocol. */
import { z } from 'zod'
import { ENDPOINTS, type Endpoint } from './endpoints.js'
import { REFUSALS } from './errors.js'
import { clientMessage, serverMessage } from './messages.js'
import { refusal } from './shapes.js'

type Json = Readonly<Record<string, unknown>>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output' = 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  return rest
}

/** Returns the REST endpoints as OpenAPI 3.1. */
export function openApi(version: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(ENDPOINTS)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'LudoForge', version },
    paths,
    components: {
      schemas: { Refusal: schemaOf(refusal) },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'The key of a seat' },
        session: { type: 'apiKey', in: 'cookie', name: 'ludoforge' },
      },
    },
  }
}

function operation(name: string, { path, says, who, body, reply, text }: Endpoint): Json {
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, id]) => ({
    name: id,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    operationId: name,
    summary: says,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(who === 'anybody'
      ? {}
      : { security: who === 'account' ? [{ session: [] }] : [{ key: [] }, { session: [] }] }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body, 'input') } },
          },
        }),
    responses: {
      200: {
        description: says,
        content:
          text !== undefined
            ? { [text]: { schema: { type: 'string' } } }
            : { 'application/json': { schema: schemaOf(reply) } },
      },
      default: {
        description: `A refusal: ${Object.keys(REFUSALS).join(', ')}`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

/** Returns the WebSocket messages as JSON Schemas. */
export function socketSchema(): Json {
  return { fromClient: schemaOf(clientMessage, 'input'), fromServer: schemaOf(serverMessage) }
}
