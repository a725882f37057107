import { expect, test } from 'vitest'
import { RawClient } from '../testing/raw-client.ts'
import { TestServer } from '../testing/test-server.ts'

const settings = { HEARTH_PUBLIC_URL: 'http://backend.test', HEARTH_FILES_URL: 'https://files.test' } as const
const BUCKET = 'demo-app.firebasestorage.app'
const FILE = `/v0/b/${BUCKET}/o/page.html?alt=media`
const CONTENT = '<script>alert(1)</script>'

async function startWithFile() {
  const server = await TestServer.start({ mode: 'dev', settings })
  const uploaded = await fetch(`${server.origin}/v0/b/${BUCKET}/o?name=page.html`, {
    method: 'POST',
    headers: { 'content-type': 'text/html', authorization: 'Bearer owner' },
    body: CONTENT,
  })
  expect(uploaded.status).toBe(200)
  return server
}

test.each([
  ['a page of its own', { 'sec-fetch-dest': 'document' }],
  ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a page of a browser that does not tell', { accept: 'text/html,*/*' }],
])('a file that becomes %s comes from the host for files', async (_, headers) => {
  await using server = await startWithFile()
  using client = new RawClient(server.port)
  const asked = await client.ask({ method: 'GET', path: FILE, headers: { host: 'backend.test', ...headers } })
  expect(asked.status).toBe(302)
  expect(asked.headers.location).toBe(`https://files.test${FILE}`)
  expect(asked.text).toBe('')
  const there = await client.ask({ method: 'GET', path: FILE, headers: { host: 'files.test', ...headers } })
  expect(there.status).toBe(200)
  expect(there.text).toBe(CONTENT)
  expect(there.headers['content-security-policy']).toBe("sandbox; default-src 'none'")
})

test.each([
  ['a picture', { 'sec-fetch-dest': 'image' }],
  ['what an app fetches', { 'sec-fetch-dest': 'empty' }],
  ['what a program reads', {}],
])('%s comes from any host', async (_, headers) => {
  await using server = await startWithFile()
  using client = new RawClient(server.port)
  for (const host of ['backend.test', 'files.test']) {
    const { status, text } = await client.ask({ method: 'GET', path: FILE, headers: { host, ...headers } })
    expect(status).toBe(200)
    expect(text).toBe(CONTENT)
  }
})

test.each([
  ['the console', 'GET', '/', { accept: 'text/html' }],
  ['a file of the console', 'GET', '/index.html', {}],
  ['documents', 'GET', '/v1/projects/demo-app/databases/(default)/documents/a', {}],
  ['accounts', 'POST', '/v1/accounts:signUp?key=demo-app', {}],
  ['a list of files', 'GET', `/v0/b/${BUCKET}/o`, {}],
  ['an upload', 'POST', `/v0/b/${BUCKET}/o?name=more.html`, { authorization: 'Bearer owner' }],
  [
    'a preflight of a deletion',
    'OPTIONS',
    `/v0/b/${BUCKET}/o/page.html`,
    { 'access-control-request-method': 'DELETE' },
  ],
])('%s is not at the host for files', async (_, method, path, headers) => {
  await using server = await startWithFile()
  using client = new RawClient(server.port)
  const { status, text } = await client.ask({ method, path, headers: { host: 'Files.test', ...headers } })
  expect(status).toBe(404)
  expect(text).toContain('Nothing but files is at this host.')
})
