import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { PhoneWorld } from './phone-world.ts'

const bucket = 'demo-app.appspot.com'
let world: PhoneWorld

beforeAll(async () => {
  world = await PhoneWorld.start()
})

afterAll(() => world[Symbol.asyncDispose]())

describe('files of iOS', () => {
  it('are uploaded by its fetcher: PUT to the address, without a credential', async () => {
    const { idToken } = await world.signUp()
    const name = encodeURIComponent('photos/one.jpg')
    const started = await world.ask(
      'POST',
      `/v0/b/${bucket}/o/${name}?uploadType=resumable&name=${name}`,
      {
        authorization: `Firebase ${idToken}`,
        'content-type': 'application/json; charset=UTF-8',
        'x-firebase-gmpid': '1:1:ios:a',
        'x-firebase-storage-version': 'ios/12.0.0',
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-content-type': 'image/jpeg',
        'x-goog-upload-content-length': '9',
      },
      JSON.stringify({ bucket, name: 'photos/one.jpg' }),
    )
    expect(started.headers.get('x-goog-upload-status')).toBe('active')
    expect(Number(started.headers.get('x-goog-upload-chunk-granularity'))).toBeGreaterThan(0)
    const address = started.headers.get('x-goog-upload-url') ?? ''
    const step = async (command: string, offset: number, body: string) =>
      await world.ask(
        'PUT',
        address,
        {
          'x-goog-upload-protocol': 'resumable',
          'x-goog-upload-command': command,
          ...(command.startsWith('upload') && { 'x-goog-upload-offset': String(offset) }),
        },
        body,
      )
    expect((await step('upload', 0, 'four')).headers.get('x-goog-upload-status')).toBe('active')
    const asked = await step('query', 0, '')
    expect(asked.headers.get('x-goog-upload-size-received')).toBe('4')
    const last = await step('upload, finalize', 4, ' five')
    expect(last.headers.get('x-goog-upload-status')).toBe('final')
    expect(last.body).toMatchObject({ name: 'photos/one.jpg', size: '9', contentType: 'image/jpeg' })
  })

  it('are listed, described, linked to, downloaded, changed and deleted', async () => {
    const { idToken } = await world.signUp()
    const headers = { authorization: `Firebase ${idToken}`, 'x-firebase-storage-version': 'ios/12.0.0' }
    // Its own set of characters stays as it is: `GCSEscapedString`.
    const name = "trip%2Fa!$'()*,=:@%26.txt"
    const path = `/v0/b/${bucket}/o/${name}`
    const owner = { authorization: 'Bearer owner', 'content-type': 'text/plain' }
    await world.ask('POST', `/v0/b/${bucket}/o?name=${name}`, owner, 'hello phone')
    const listed = await world.ask('GET', `/v0/b/${bucket}/o?prefix=trip/&delimiter=/&maxResults=1`, headers)
    expect(listed.body['items']).toMatchObject([{ name: "trip/a!$'()*,=:@&.txt", bucket }])
    const patch = { ...headers, 'content-type': 'application/json; charset=UTF-8' }
    const changed = await world.ask(
      'PATCH',
      path,
      patch,
      JSON.stringify({ contentLanguage: 'de', metadata: { mood: 'warm' } }),
    )
    expect(changed.body).toMatchObject({ contentLanguage: 'de', metadata: { mood: 'warm' }, size: '11' })
    const { downloadTokens } = (await world.ask('GET', path, headers)).body
    expect(await (await fetch(`${world.server.origin}${path}?alt=media&token=${String(downloadTokens)}`)).text()).toBe(
      'hello phone',
    )
    const rest = await fetch(`${world.server.origin}${path}?alt=media`, { headers: { ...headers, range: 'bytes=6-' } })
    expect([rest.status, await rest.text()]).toEqual([206, 'phone'])
    expect((await world.ask('DELETE', path, headers)).status).toBe(204)
    expect((await world.ask('GET', path, headers)).status).toBe(404)
  })

  it('are refused before a byte is sent, when they say that they are too large', async () => {
    await using small = await TestServer.start({ mode: 'dev', settings: { HEARTH_UPLOAD_LIMIT: '1000000' } })
    const headers = {
      authorization: 'Bearer owner',
      'content-type': 'application/json; charset=UTF-8',
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-content-type': 'image/jpeg',
      'x-goog-upload-content-length': '2000000',
    }
    const address = `${small.origin}/v0/b/${bucket}/o/large.jpg?uploadType=resumable&name=large.jpg`
    expect((await world.ask('POST', address, headers, '{}')).status).toBe(402)
  })
})

describe('files of Android', () => {
  it('are uploaded in parts, asked about and cancelled by POST', async () => {
    const { idToken } = await world.signUp()
    const common = {
      authorization: `Firebase ${idToken}`,
      'x-firebase-storage-version': 'Android/24.0.0',
      'x-firebase-gmpid': '1:1:android:a',
      'x-goog-upload-protocol': 'resumable',
    }
    const start = async (name: string): Promise<string> => {
      const headers = {
        ...common,
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-type': 'text/plain',
        'content-type': 'application/json',
      }
      const path = `/v0/b/${bucket}/o?name=${encodeURIComponent(name)}&uploadType=resumable`
      return (
        (await world.ask('POST', path, headers, '{"contentType":"text/plain"}')).headers.get('x-goog-upload-url') ?? ''
      )
    }
    const step = async (address: string, command: string, offset?: number, body = '') =>
      await world.ask(
        'POST',
        address,
        {
          ...common,
          'x-goog-upload-command': command,
          ...(offset !== undefined && { 'x-goog-upload-offset': String(offset) }),
        },
        body,
      )
    const address = await start('notes/a b.txt')
    const content = 'x'.repeat(262_144)
    expect((await step(address, 'upload', 0, content)).headers.get('x-goog-upload-status')).toBe('active')
    expect((await step(address, 'query')).headers.get('x-goog-upload-size-received')).toBe('262144')
    // Where the length was not known before, the last request has no content.
    const last = await step(address, 'finalize', 262_144)
    expect(last.headers.get('x-goog-upload-status')).toBe('final')
    expect(last.body).toMatchObject({ name: 'notes/a b.txt', size: '262144' })

    const given = await start('notes/gone.txt')
    expect((await step(given, 'cancel')).headers.get('x-goog-upload-status')).toBe('cancelled')
    expect((await step(given, 'query')).status).toBe(404)
  })

  it('change their metadata by PUT, with the method in a header', async () => {
    const owner = { authorization: 'Bearer owner' }
    const path = `/v0/b/${bucket}/o/${encodeURIComponent('notes/change.txt')}`
    await world.ask(
      'POST',
      `/v0/b/${bucket}/o?name=notes%2Fchange.txt`,
      { ...owner, 'content-type': 'text/plain' },
      'hello',
    )
    const headers = { ...owner, 'content-type': 'application/json', 'x-http-method-override': 'PATCH' }
    const metadata = { cacheControl: 'no-cache', metadata: { mood: 'warm' } }
    const changed = await world.ask('PUT', path, headers, JSON.stringify(metadata))
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject(metadata)
    expect((await world.ask('GET', path, owner)).body).toMatchObject({ ...metadata, size: '5' })
  })
})
