import { expect, test } from 'vitest'
import { RawClient, type RawRequest } from '../testing/raw-client.ts'
import { TestServer } from '../testing/test-server.ts'

/** As deep as there is room for: most of a token are levels, and a body has 64 KiB. */
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const encode = (text: string): string => Buffer.from(text).toString('base64url')
const CLAIMS = `"iss":"https://securetoken.google.com/demo-app","aud":"demo-app","sub":"ada","user_id":"ada","iat":0,"auth_time":0,"exp":4000000000`
const token = `${encode('{"alg":"none"}')}.${encode(`{${CLAIMS},"x":${deep(5_500)}}`)}.`
const json = { 'content-type': 'application/json' }
const IDENTITY = '/identitytoolkit.googleapis.com/v1/accounts'
const credential = `{"sub":"1","email":"ada@example.com","x":${deep(12_000)}}`
const related = `--b\r\nContent-Type: application/json\r\n\r\n{"name":"x","metadata":{"a":${deep(12_000)}}}\r\n--b\r\n\r\nx\r\n--b--`
const owner = { authorization: 'Bearer owner', 'content-type': 'multipart/related; boundary=b' }

/** JSON that comes within another text, and is none of a body's own levels. */
const requests: readonly (readonly [where: string, refusal: number, request: RawRequest])[] = [
  [
    'an ID token',
    401,
    {
      method: 'GET',
      path: '/v1/projects/demo-app/databases/(default)/documents/a/b',
      headers: { authorization: `Bearer ${token}` },
    },
  ],
  [
    'the credential of a provider',
    400,
    {
      method: 'POST',
      path: `${IDENTITY}:signInWithIdp?key=x`,
      headers: json,
      body: JSON.stringify({
        requestUri: 'http://localhost',
        postBody: `providerId=google.com&id_token=${credential}`,
      }),
    },
  ],
  [
    'a custom token',
    400,
    {
      method: 'POST',
      path: `${IDENTITY}:signInWithCustomToken?key=x`,
      headers: json,
      body: JSON.stringify({ token: `{"uid":"ada","claims":{"x":${deep(12_000)}}}` }),
    },
  ],
  [
    'the metadata of a file',
    400,
    {
      method: 'POST',
      path: '/v0/b/demo-app.appspot.com/o',
      headers: { ...owner, 'x-goog-upload-protocol': 'multipart' },
      body: related,
    },
  ],
  [
    'the metadata of an object',
    400,
    {
      method: 'POST',
      path: '/upload/storage/v1/b/demo-app.appspot.com/o?uploadType=multipart',
      headers: owner,
      body: related,
    },
  ],
]

test('JSON that is deeper than any honest one is the fault of who sent it, wherever it comes', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  using client = new RawClient(server.port)
  const answers = await Promise.all(
    requests.map(async ([where, , request]) => [where, (await client.ask(request)).status]),
  )
  expect(answers).toEqual(requests.map(([where, refusal]) => [where, refusal]))
})
