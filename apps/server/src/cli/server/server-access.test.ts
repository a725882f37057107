import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { keyFileOf } from '../../identity/tokens/service-keys.ts'
import { readOrigin, readServerAccess } from './server-access.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-key-'))
const file = join(directory, 'key.json')
afterAll(() => rmSync(directory, { recursive: true }))

const LOCAL = 'http://127.0.0.1:4400'
const BACKEND = 'https://backend.example.com'
const ID = 'a'.repeat(20)
const ours = keyFileOf(
  'shop-app',
  {
    id: ID,
    name: 'Script',
    createdAt: 0,
    madeBy: undefined,
    scopes: [],
    clientEmail: `key-${ID}@shop-app.hearth.internal`,
    privateKeyPem: '',
  },
  BACKEND,
)

function originOf(content: unknown): string {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readOrigin(undefined, {}, file)
}

it('a key leads to the server that made it, unless another is named', () => {
  expect(originOf(ours)).toBe(BACKEND)
  // As people complete a file from before there was a token endpoint.
  expect(originOf({ client_email: ours.client_email, token_uri: ours.token_uri })).toBe(BACKEND)
  expect(readOrigin('https://other.example.com/x', {}, file)).toBe('https://other.example.com')
  expect(readOrigin(undefined, { HEARTH_PORT: '4500' }, file)).toBe('http://127.0.0.1:4500')
  expect(readServerAccess({ key: file }, {}).origin).toBe(BACKEND)
})

it.each([
  'https://oauth2.googleapis.com/token',
  'https://accounts.google.com/o/oauth2/token',
  'https://oauth2.example-universe.goog/token',
  `${BACKEND}/token`,
])('a key that another server made leads nowhere, with tokens at %s', (token_uri) => {
  expect(originOf({ ...ours, token_uri, client_email: 'robot@shop-app.iam.gserviceaccount.com' })).toBe(LOCAL)
})

it.each(['/o/oauth2/token', '/token?a=b', '/token/', ''])('nor does one whose tokens are at %s', (path) => {
  expect(originOf({ ...ours, token_uri: BACKEND + path })).toBe(LOCAL)
})

it.each(['', 'null', '[]', '{"token_uri":"nonsense"}'])('nor does the file %j', (content) => {
  expect(originOf(content)).toBe(LOCAL)
})
