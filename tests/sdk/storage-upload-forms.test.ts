import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev' })
})
afterAll(() => server[Symbol.asyncDispose]())

const bucket = 'demo-app.appspot.com'
const upload = `/upload/storage/v1/b/${bucket}/o`

async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Response> {
  const answer = await fetch(new URL(path, server.origin), { method, headers, body })
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return answer
}

async function stored(name: string): Promise<{ text: string; type: string | null }> {
  const headers = { authorization: 'Bearer owner' }
  const answer = await fetch(`${server.origin}/v0/b/${bucket}/o/${encodeURIComponent(name)}?alt=media`, { headers })
  expect(answer.status).toBe(200)
  return { text: await answer.text(), type: answer.headers.get('content-type') }
}

describe('uploads to the JSON API, as its older clients write them', () => {
  it('without uploadType send the content alone', async () => {
    await send('POST', `${upload}?name=plain.txt`, { 'content-type': 'text/plain' }, 'warm hearth')
    expect(await stored('plain.txt')).toEqual({ text: 'warm hearth', type: 'text/plain' })
  })

  it('name the type in X-Goog-Upload-Protocol, with bare line feeds and a boundary in single quotes', async () => {
    const body = [
      '--===42==',
      'Content-Type: application/json',
      'MIME-Version: 1.0',
      '',
      '{"name":"parts.txt"}',
      '--===42==',
      'Content-Type: text/plain',
      '',
      'two\nlines',
      '--===42==--',
    ].join('\n')
    const type = "multipart/related; boundary='===42=='"
    await send('POST', upload, { 'x-goog-upload-protocol': 'multipart', 'content-type': type }, body)
    expect(await stored('parts.txt')).toEqual({ text: 'two\nlines', type: 'text/plain' })
  })

  it('go on at the address of a resumable upload below /resumable', async () => {
    const path = `/resumable${upload}?uploadType=resumable&name=long.txt`
    const headers = { 'content-type': 'application/json', 'x-upload-content-type': 'text/plain' }
    const started = await send('POST', path, headers, '{}')
    const { search } = new URL(started.headers.get('location') ?? '')
    await send('PUT', `/resumable${upload}${search}`, {}, 'in the end')
    expect(await stored('long.txt')).toEqual({ text: 'in the end', type: 'text/plain' })
  })
})

describe('uploads to an object’s own address, as the SDKs for phones write them', () => {
  const owner = { authorization: 'Bearer owner' }

  it.each([
    ['with the protocol', { 'x-goog-upload-protocol': 'resumable' }],
    ['by the command alone', {}],
  ])('start a resumable upload %s', async (_, protocol) => {
    const name = `dir/ä ${Object.keys(protocol).length}.txt`
    const path = `/v0/b/${bucket}/o/${encodeURIComponent(name)}`
    const headers = { ...owner, ...protocol, 'x-goog-upload-command': 'start', 'content-type': 'application/json' }
    const started = await send('POST', path, headers, '{"contentType":"text/plain"}')
    const address = started.headers.get('x-goog-upload-url') ?? ''
    const last = { ...owner, 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' }
    await send('PUT', address, last, 'from a phone')
    expect(await stored(name)).toEqual({ text: 'from a phone', type: 'text/plain' })
  })

  it('send metadata and content at once', async () => {
    const body = '--edge\r\n\r\n{"contentType":"text/plain"}\r\n--edge\r\n\r\nat once\r\n--edge--'
    const headers = { 'x-goog-upload-protocol': 'multipart', 'content-type': 'multipart/related; boundary=edge' }
    await send('POST', `/v0/b/${bucket}/o/once.txt`, { ...owner, ...headers }, body)
    expect(await stored('once.txt')).toEqual({ text: 'at once', type: 'text/plain' })
  })

  it('are no answer to a wrong question for download tokens', async () => {
    const path = `${server.origin}/v0/b/${bucket}/o/asked.txt?create_token=please`
    const answer = await fetch(path, { method: 'POST', headers: owner, body: 'x' })
    expect(answer.status).toBe(400)
    expect((await fetch(`${server.origin}/v0/b/${bucket}/o/asked.txt`, { headers: owner })).status).toBe(404)
  })
})
