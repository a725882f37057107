import { expect, it } from 'vitest'
import { openApiDocument } from './open-api.ts'
import { resources } from './resources.ts'

it('describes each endpoint once, with who may call it, its parameters and its shapes', async () => {
  let pauses = 0
  const document = await openApiDocument('1.2.3', async () => {
    pauses++
  })
  expect(pauses).toBe(resources.length)
  expect(document).toMatchObject({
    openapi: '3.1.1',
    info: { version: '1.2.3' },
    paths: {
      '/hearth/v1/projects/{project}/api-keys/{key}': {
        patch: {
          operationId: 'updateApiKey',
          security: [{ bearer: [] }],
          'x-who': 'owner',
          'x-recent-sign-in': 'always',
          'x-audit': 'api-keys.update',
          parameters: [
            { name: 'project', in: 'path', required: true },
            { name: 'key', in: 'path', required: true },
          ],
          requestBody: { content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } } },
        },
        delete: { responses: { 400: { description: 'API_KEY_OF_AN_APP' } } },
      },
      '/hearth/v1/projects/{project}/databases/{database}/versions/{path}:restore': { post: {} },
      '/hearth/v1/setup': { post: { security: [] } },
    },
  })
  const methods = Object.values(document.paths).flatMap((path) => Object.keys(path))
  expect(methods).toHaveLength(resources.flatMap(({ endpoints }) => Object.values(endpoints)).length)
})
