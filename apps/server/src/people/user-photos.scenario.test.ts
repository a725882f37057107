import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp, { type Sharp } from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../testing/console-account.ts'
import { setTeam } from '../testing/set-team.ts'
import { TestServer } from '../testing/test-server.ts'
import { UserPhotos } from './user-photos.ts'

/** Where the pictures of an app's users lie. */
class PictureHost implements AsyncDisposable {
  answer: RequestListener = (_request, response) => response.end()
  readonly asked: { readonly path: string | undefined; readonly headers: Readonly<Record<string, unknown>> }[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      this.asked.push({ path: request.url, headers: request.headers })
      this.answer(request, response)
    })
  }

  static async start(): Promise<PictureHost> {
    const host = new PictureHost()
    host.#server.listen(0, '127.0.0.1')
    await once(host.#server, 'listening')
    return host
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const clock = { nowMs: () => Date.now() }
const client = '198.51.100.7'

function picture(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#d9480f' } })
}

let host: PictureHost
beforeEach(async () => {
  host = await PictureHost.start()
})
afterEach(() => host[Symbol.asyncDispose]())

const near = (): UserPhotos => new UserPhotos({ reach: 'loopback', clock })

describe('the picture of a user', () => {
  it('is made anew, small, and without what the camera wrote', async () => {
    const photo = picture(900, 600)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ada' } })
    const content = await photo.toBuffer()
    host.answer = (_request, response) => response.setHeader('content-type', 'text/plain').end(content)
    const made = await near().find('shop', `${host.origin}/ada.jpg#face`, client)
    const { width, height, format, exif } = await sharp(made).metadata()
    expect([width, height, format, exif]).toEqual([128, 85, 'webp', undefined])
    expect(host.asked).toEqual([
      { path: '/ada.jpg', headers: expect.not.objectContaining({ referer: expect.anything() }) },
    ])
    expect(Object.keys(host.asked[0]?.headers ?? {}).toSorted()).toEqual(['accept', 'connection', 'host', 'user-agent'])
  })

  it('is fetched once by however many who look, and again when it is old', async () => {
    let now = 1_800_000_000_000
    const photos = new UserPhotos({ reach: 'loopback', clock: { nowMs: () => now } })
    const content = await picture(9, 9).png().toBuffer()
    host.answer = (_request, response) => response.end(content)
    const find = () => photos.find('shop', host.origin, client)
    const [one, other] = await Promise.all([find(), find()])
    expect(one).toEqual(other)
    expect(await find()).toEqual(one)
    expect(host.asked.length).toBe(1)
    now += 7 * 60 * 60_000
    expect(await find()).toEqual(one)
    expect(host.asked.length).toBe(2)
  })

  it('is kept while there is room for it: the one that was not asked for longest goes first', async () => {
    const content = await picture(128, 128).png().toBuffer()
    host.answer = (_request, response) => response.end(content)
    const one = await near().find('shop', `${host.origin}/measured`, client)
    // For two of them with their addresses.
    const photos = new UserPhotos({ reach: 'loopback', clock, keptBytesMax: 2 * (one?.length ?? 0) + 100 })
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await photos.find('shop', `${host.origin}/${name}`, client)
    expect(host.asked.map(({ path }) => path)).toEqual(['/measured', '/a', '/b', '/c', '/b'])
  })

  it('is followed to where its host says that it is, twice', async () => {
    const content = await picture(9, 9).png().toBuffer()
    host.answer = ({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left === 0) response.end(content)
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    }
    expect(await near().find('shop', `${host.origin}/2`, client)).toBeInstanceOf(Buffer)
    expect(await near().find('shop', `${host.origin}/3`, client)).toBeUndefined()
  })

  it.each(['http://169.254.169.254/latest', 'http://10.0.0.1/', 'https://[fd00::1]/', 'file:///etc/passwd', 'data:,x'])(
    'is not followed to %s',
    async (location) => {
      host.answer = (_request, response) => response.writeHead(302, { location }).end()
      expect(await near().find('shop', host.origin, client)).toBeUndefined()
      expect(host.asked.length).toBe(1)
    },
  )

  it('is not looked for in private networks, over plain http, at other ports, or with a password', async () => {
    const photos = new UserPhotos({ reach: 'public', clock })
    const addresses = [
      host.origin,
      host.origin.replace('http:', 'https:'),
      'https://127.0.0.1/a.png',
      'https://10.0.0.1/a.png',
      'https://2130706433/a.png',
      'https://[::ffff:169.254.169.254]/a.png',
      'https://example.com:8443/a.png',
      'http://example.com/a.png',
      'https://ada:secret@example.com/a.png',
      'data:image/png;base64,AAAA',
      `https://example.com/${'a'.repeat(2048)}`,
      'no address',
    ]
    for (const address of addresses) expect(await photos.find('shop', address, client), address).toBeUndefined()
    expect(host.asked).toEqual([])
  })

  it.each([
    ['a drawing that may run scripts', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['nothing', ''],
    ['more than is read', Buffer.alloc(5 * 1024 * 1024)],
  ])('is none where %s is', async (_title, content) => {
    host.answer = (_request, response) => response.setHeader('content-type', 'image/png').end(content)
    expect(await near().find('shop', host.origin, client)).toBeUndefined()
  })

  it('is none where a few bytes claim to be a wall of pixels', async () => {
    const bomb = await picture(9, 9).png().toBuffer()
    bomb.writeUInt32BE(12_000, 16)
    bomb.writeUInt32BE(12_000, 20)
    host.answer = (_request, response) => response.end(bomb)
    expect(await near().find('shop', host.origin, client)).toBeUndefined()
  })

  it('is none where the host is not there, says no, or answers a byte now and then', async () => {
    host.answer = (_request, response) => response.writeHead(404).end()
    expect(await near().find('shop', host.origin, client)).toBeUndefined()
    expect(await near().find('shop', 'http://127.0.0.1:9/', client)).toBeUndefined()
    // Of the time for all that is to be fetched nothing is left.
    let now = 1_800_000_000_000
    const photos = new UserPhotos({ reach: 'loopback', clock: { nowMs: () => (now += 5_500) } })
    let isOpen = true
    host.answer = (_request, response) => {
      response.writeHead(200).write('x')
      response.once('close', () => (isOpen = false))
    }
    expect(await photos.find('shop', `${host.origin}/slow`, client)).toBeUndefined()
    await expect.poll(() => isOpen).toBe(false)
  })

  it('waits for a place, of which a network has so many and a project so many in ten minutes', async () => {
    const photos = near()
    const held: (() => void)[] = []
    host.answer = (_request, response) => void held.push(() => response.writeHead(404).end())
    const busy = expect.objectContaining({ reason: 'PHOTOS_BUSY' }) as Error
    const asking = Array.from({ length: 6 + 64 }, (_none, index) =>
      photos.find('shop', `${host.origin}/${index}`, client),
    )
    await expect.poll(() => held.length).toBe(6)
    await expect(photos.find('shop', `${host.origin}/more`, client)).rejects.toEqual(busy)
    host.answer = (_request, response) => response.writeHead(404).end()
    for (const release of held) release()
    expect(await Promise.all(asking)).toEqual(asking.map(() => undefined))
    for (let index = asking.length; index < 600; index += 60) {
      const more = Array.from({ length: Math.min(60, 600 - index) }, (_none, at) =>
        photos.find('shop', `${host.origin}/${index + at}`, client),
      )
      await Promise.all(more)
    }
    const tooMany = expect.objectContaining({ reason: 'TOO_MANY_REQUESTS' }) as Error
    await expect(photos.find('shop', `${host.origin}/last`, client)).rejects.toEqual(tooMany)
    expect(await photos.find('shop', `${host.origin}/0`, client)).toBeUndefined()
    expect(await photos.find('other', `${host.origin}/last`, client)).toBeUndefined()
  })
})

it('members of the project are shown the picture of its users, and nobody any other address', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const owner = await ConsoleAccount.claim(server)
  const content = await picture(300, 300).png().toBuffer()
  host.answer = (_request, response) => response.end(content)
  const token = await owner.operatorToken('demo-app')
  const add = async (body: object): Promise<string> => {
    const answer = await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/projects/demo-app/accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { localId: string }).localId
  }
  const ada = await add({ email: 'ada@example.com', photoUrl: `${host.origin}/ada.png` })
  const bob = await add({ email: 'bob@example.com' })
  const read = async (caller: ConsoleAccount, uid: string): Promise<[number, unknown]> => {
    const answer = await caller.call('GET', `/projects/demo-app/users/${uid}/photo`)
    return [answer.status, await answer.json()]
  }
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  expect((await read(nina, ada))[0]).toBe(403)
  expect(host.asked).toEqual([])
  await setTeam(server, 'demo-app', owner, { [nina.uid]: 'viewer' })
  expect(await read(nina, ada)).toEqual([200, { photo: expect.stringMatching(/^data:image\/webp;base64,UklGR/) }])
  expect(await read(nina, bob)).toEqual([200, { photo: null }])
  expect((await read(nina, 'nobody'))[0]).toBe(404)
  // Those of the team come the same way, and of nobody else who has an account of the console.
  const faceOf = async (uid: string): Promise<[number, unknown]> => {
    const answer = await nina.call('GET', `/projects/demo-app/members/${uid}/photo`)
    return [answer.status, await answer.json()]
  }
  expect(await faceOf(owner.uid)).toEqual([200, { photo: null }])
  const stranger = await ConsoleAccount.signUp(server, 'eve@example.com')
  expect((await faceOf(stranger.uid))[0]).toBe(404)
  expect((await faceOf(ada))[0]).toBe(404)
})
