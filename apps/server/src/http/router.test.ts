import { expect, test } from 'vitest'
import { splitPath } from './path-segments.ts'
import type { Protocol } from './route.ts'
import { Router } from './router.ts'

function routerOf(...routes: string[]): Router {
  const protocol: Protocol = {
    name: 'test',
    routes: routes.map((route) => {
      const [method = '', path = ''] = route.split(' ')
      return { method, path, guard: 'open', handle: () => undefined }
    }),
    writeError: () => undefined,
  }
  return new Router([protocol], { grpc: false })
}

function match(router: Router, request: string, options = { literalRootOnly: false }): unknown {
  const [method = '', path = ''] = request.split(' ')
  const { decoded, raw } = splitPath(path)
  const found = router.match(method, decoded, raw, options)
  return found && [found.route.path, { ...found.params }]
}

const DOCUMENTS = '/v1/projects/:project/databases/:database/documents'
const router = routerOf(
  'POST /v1/accounts:signUp',
  'GET /v1/projects/:project',
  'GET /v1/projects/:project/:anything',
  `POST ${DOCUMENTS}:commit`,
  `GET ${DOCUMENTS}/*path`,
  `POST ${DOCUMENTS}/*parent:runQuery`,
  `POST ${DOCUMENTS}/*parent`,
  'GET /v0/b/:bucket/o/:object',
  'GET /v0/b/:bucket/o',
  'PUT /emulator/v1/projects/:project:securityRules',
  'GET /:bucket/:object',
)

test.each([
  ['POST /v1/accounts:signUp', ['/v1/accounts:signUp', {}]],
  ['POST /v1/accounts%3AsignUp', ['/v1/accounts:signUp', {}]],
  ['GET /v1/projects/demo', ['/v1/projects/:project', { project: 'demo' }]],
  ['HEAD /v1/projects/demo', ['/v1/projects/:project', { project: 'demo' }]],
  [
    'POST /v1/projects/demo/databases/(default)/documents:commit',
    [`${DOCUMENTS}:commit`, { project: 'demo', database: '(default)' }],
  ],
  [
    'GET /v1/projects/demo/databases/(default)/documents/a/b%2Fc',
    [`${DOCUMENTS}/*path`, { project: 'demo', database: '(default)', path: 'a/b%2Fc' }],
  ],
  [
    'POST /v1/projects/demo/databases/(default)/documents/a/b:runQuery',
    [`${DOCUMENTS}/*parent:runQuery`, { project: 'demo', database: '(default)', parent: 'a/b' }],
  ],
  [
    'POST /v1/projects/demo/databases/(default)/documents/a/b:other',
    [`${DOCUMENTS}/*parent`, { project: 'demo', database: '(default)', parent: 'a/b:other' }],
  ],
  [
    'GET /v1/projects/demo/databases/(default)/documents/',
    [`${DOCUMENTS}/*path`, { project: 'demo', database: '(default)', path: '' }],
  ],
  ['GET /v0/b/demo.appspot.com/o/a%2Fb', ['/v0/b/:bucket/o/:object', { bucket: 'demo.appspot.com', object: 'a/b' }]],
  ['GET /v0/b/demo.appspot.com/o', ['/v0/b/:bucket/o', { bucket: 'demo.appspot.com' }]],
  [
    'PUT /emulator/v1/projects/demo:securityRules',
    ['/emulator/v1/projects/:project:securityRules', { project: 'demo' }],
  ],
  ['GET /bucket/object', ['/:bucket/:object', { bucket: 'bucket', object: 'object' }]],
  ['GET /v1/other', ['/:bucket/:object', { bucket: 'v1', object: 'other' }]],
])('%s finds its route', (request, expected) => {
  expect(match(router, request)).toEqual(expected)
})

test.each([
  'GET /',
  'GET //',
  'GET /v1/projects/',
  'DELETE /v1/projects/demo',
  'GET /a/b/c',
  'PUT /emulator/v1/projects/:securityRules',
])('%s finds none', (request) => {
  expect(match(router, request)).toBeUndefined()
})

test('a page navigation skips paths whose first segment is a parameter', () => {
  expect(match(router, 'GET /projects/demo', { literalRootOnly: true })).toBeUndefined()
  expect(match(router, 'GET /v1/projects/demo', { literalRootOnly: true })).toBeDefined()
})

test('names that objects inherit are ordinary parameters and never match by themselves', () => {
  const tricky = routerOf('GET /:__proto__/:constructor')
  const { decoded, raw } = splitPath('/toString/valueOf')
  const found = tricky.match('GET', decoded, raw, { literalRootOnly: false })
  expect(Object.keys(found?.params ?? {})).toEqual(['__proto__', 'constructor'])
  expect(match(routerOf('GET /a'), 'GET /constructor')).toBeUndefined()
})

test('tells which methods a path has', () => {
  const { decoded, raw } = splitPath('/v1/accounts:signUp')
  expect(router.methodsFor(decoded, raw, { literalRootOnly: true })).toEqual(['POST'])
})

test('two routes for the same requests are a mistake of ours', () => {
  expect(() => routerOf('GET /a/:one', 'GET /a/:two')).toThrow('Two routes claim GET /a/:two')
  expect(() => routerOf('GET /a/*rest/b')).toThrow('the rest must come last')
})
