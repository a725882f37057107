import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev' })
})
afterAll(() => server[Symbol.asyncDispose]())

const BUCKET = '/v0/b/demo-app.appspot.com/o'

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#d9480f' } })
}

async function store(name: string, type: string, content: Buffer | string): Promise<string> {
  const address = `${server.origin}${BUCKET}?name=${name}`
  const body = typeof content === 'string' ? content : new Uint8Array(content)
  expect((await fetch(address, { method: 'POST', headers: { 'content-type': type }, body })).status).toBe(200)
  return `${server.origin}${BUCKET}/${name}?alt=media`
}

async function sizeOf(answer: Response): Promise<[number, number, string | undefined]> {
  expect(answer.status).toBe(200)
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return [width, height, format]
}

async function reasonOf(answer: Response): Promise<[number, string | undefined]> {
  const body = (await answer.json()) as { error: { errors: { reason: string }[] } }
  return [answer.status, body.error.errors[0]?.reason]
}

describe('a thumbnail', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'of a %s fits in the box that was asked for',
    async (type) => {
      const address = await store(`picture.${type}`, `image/${type}`, await picture(400, 200).toFormat(type).toBuffer())
      expect(await sizeOf(await fetch(`${address}&w=100`))).toEqual([100, 50, 'webp'])
      expect(await sizeOf(await fetch(`${address}&h=20`))).toEqual([40, 20, 'webp'])
      expect(await sizeOf(await fetch(`${address}&w=100&h=10`))).toEqual([20, 10, 'webp'])
      expect(await sizeOf(await fetch(`${address}&w=2000`))).toEqual([400, 200, 'webp'])
    },
  )

  it('is upright and tells nothing of the camera', async () => {
    const photo = picture(400, 200)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .withMetadata({ orientation: 6 })
    const address = await store('photo.jpg', 'image/jpeg', await photo.toBuffer())
    const answer = await fetch(`${address}&w=100`)
    const shrunk = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([shrunk.width, shrunk.height, shrunk.exif]).toEqual([100, 200, undefined])
  })

  it('is served as safely as the file, and once to who has it', async () => {
    const address = await store('safe.png', 'image/png', await picture(300, 300).png().toBuffer())
    const answer = await fetch(`${address}&w=50`)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-goog-hash')).toBeNull()
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).not.toBe((await fetch(address)).headers.get('etag'))
    expect((await fetch(`${address}&w=50`, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(`${address}&w=51`, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it('is that of the new content once there is one', async () => {
    const address = await store('changing.png', 'image/png', await picture(100, 100).png().toBuffer())
    expect(await sizeOf(await fetch(`${address}&w=50`))).toEqual([50, 50, 'webp'])
    await store('changing.png', 'image/png', await picture(100, 200).png().toBuffer())
    expect(await sizeOf(await fetch(`${address}&w=50`))).toEqual([50, 100, 'webp'])
  })

  it('is as closed as its file', async () => {
    await using closed = await TestServer.start({ mode: 'start' })
    expect((await fetch(`${closed.origin}${BUCKET}/a.png?alt=media&w=50`)).status).toBe(403)
  })

  it.each(['0', '2049', 'big', '-1'])('is not made with the side %s', async (side) => {
    const address = await store('sides.png', 'image/png', await picture(10, 10).png().toBuffer())
    expect(await reasonOf(await fetch(`${address}&w=${side}`))).toEqual([400, 'INVALID_THUMBNAIL_SIZE'])
  })

  it('is made by the content, whatever the file says it is', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'
    const tiff = await picture(10, 10).tiff().toBuffer()
    const broken = (await picture(500, 500).png().toBuffer()).subarray(0, 200)
    for (const [type, content] of [
      ['image/svg+xml', drawing],
      ['image/png', drawing],
      ['image/png', tiff],
      ['image/png', broken],
      ['image/jpeg', 'no image at all'],
      ['image/jpeg', ''],
      ['text/plain', 'no image at all'],
    ] as const) {
      const address = await store('other.png', type, content)
      expect(await reasonOf(await fetch(`${address}&w=5`)), `${type} ${String(content).slice(0, 20)}`).toEqual([
        400,
        'NOT_AN_IMAGE',
      ])
    }
  })

  it('of a few bytes that claim to be a wall of pixels is refused before they are decoded', async () => {
    const bomb = await picture(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    const address = await store('bomb.png', 'image/png', bomb)
    expect(await reasonOf(await fetch(`${address}&w=5`))).toEqual([400, 'IMAGE_TOO_LARGE'])
    const claim = Buffer.from(await picture(10, 10).png().toBuffer())
    claim.writeUInt32BE(0x7fff_ffff, 16)
    claim.writeUInt32BE(0x7fff_ffff, 20)
    const other = await store('claim.png', 'image/png', claim)
    expect((await fetch(`${other}&w=5`)).status).toBe(400)
  })

  it.each([
    ['whose lines are of millions of pixels', 'png', 'IHDR', 4, 13_959_171, 2],
    ['of more pixels than the decoder of AVIF has room for', 'avif', 'ispe', 8, 5_000, 4_000],
  ] as const)('of a few bytes %s is refused before they are decoded', async (_name, type, box, at, width, height) => {
    const content = await picture(3, 2).toFormat(type).toBuffer()
    const start = content.indexOf(box) + at
    content.writeUInt32BE(width, start)
    content.writeUInt32BE(height, start + 4)
    // Each chunk of a PNG has a sum over its name and content.
    if (type === 'png') content.writeUInt32BE(crc32(content.subarray(start - 4, start + 13)), start + 13)
    const address = await store(`claim.${type}`, `image/${type}`, content)
    expect(await reasonOf(await fetch(`${address}&w=5`))).toEqual([400, 'IMAGE_TOO_LARGE'])
  })

  it('that many ask for is made a bounded number of times at once: the others are asked to come again', async () => {
    const address = await store('popular.png', 'image/png', await picture(2_000, 2_000).png().toBuffer())
    const same = await Promise.all(Array.from({ length: 100 }, () => fetch(`${address}&w=77`)))
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]))
    const sizes = Array.from({ length: 120 }, (_, at) => fetch(`${address}&w=${100 + at}`))
    const statuses = (await Promise.all(sizes)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(64)
  }, 60_000)
})
