import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRelatedParts } from './multipart-related.ts'

const TYPE = 'multipart/related; boundary=edge'

describe('readRelatedParts', () => {
  it('gives metadata and content back, however the body was cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 }),
        async (content, cuts) => {
          const body = relatedBody({ name: 'a' }, Buffer.from(content))
          const parts = await readRelatedParts(TYPE, inChunks(body, cuts))
          expect(parts.metadata).toEqual({ name: 'a' })
          expect(parts.contentType).toBe('image/png')
          expect(await bytesOf(parts.content)).toEqual(Buffer.from(content))
        },
      ),
    )
  })

  it.each([
    ['in double quotes', 'multipart/related; boundary="===edge=="; charset=utf-8'],
    ['in single quotes', "multipart/related; boundary='===edge=='"],
  ])('reads bare line feeds, with a boundary %s, however the body was cut', async (_, type) => {
    const content = Buffer.from('a\n--edge\r\n\n')
    const head = '--===edge==\nContent-Type: application/json\nMIME-Version: 1.0\n\n{"name":"a"}\n'
    const middle = '--===edge==\nContent-Type: image/png\nContent-Transfer-Encoding: binary\n\n'
    const body = Buffer.concat([Buffer.from(head + middle), content, Buffer.from('\n--===edge==--')])
    for (const size of [1, 2, 5, body.length]) {
      const parts = await readRelatedParts(type, inChunks(body, [size]))
      expect(parts.metadata).toEqual({ name: 'a' })
      expect(parts.contentType).toBe('image/png')
      expect((await bytesOf(parts.content)).equals(content)).toBe(true)
    }
  })

  it('keeps content that nearly looks like the boundary', async () => {
    const content = Buffer.from('\r\n--edg\r\n--edgf\r\n-')
    const parts = await readRelatedParts(TYPE, inChunks(relatedBody({}, content), [3]))
    expect((await bytesOf(parts.content)).equals(content)).toBe(true)
  })

  it('refuses a content that stops before the last boundary', async () => {
    const body = relatedBody({}, Buffer.from('content'))
    const parts = await readRelatedParts(TYPE, inChunks(body.subarray(0, body.length - 10), [7]))
    await expect(bytesOf(parts.content)).rejects.toMatchObject({ reason: 'INVALID_MULTIPART' })
  })

  it.each([
    ['no boundary', 'multipart/related', relatedBody({}, Buffer.from('x'))],
    ['another content type', 'application/json', Buffer.from('{}')],
    ['an empty body', TYPE, Buffer.alloc(0)],
    ['a boundary that goes on', TYPE, Buffer.from('--edges\r\n\r\n{}\r\n--edge\r\n\r\nx\r\n--edge--')],
    ['no boundary in the body', TYPE, Buffer.from('hello')],
    ['metadata beyond 64 KiB', TYPE, relatedBody({ name: 'x'.repeat(70_000) }, Buffer.from('x'))],
  ])('refuses %s', async (_, type, body) => {
    await expect(readRelatedParts(type, inChunks(body, [1_000]))).rejects.toMatchObject({ reason: 'INVALID_MULTIPART' })
  })

  it('refuses metadata that is not JSON', async () => {
    const body = Buffer.from('--edge\r\n\r\n{not json\r\n--edge\r\n\r\nx\r\n--edge--')
    await expect(readRelatedParts(TYPE, inChunks(body, [9]))).rejects.toMatchObject({ reason: 'INVALID_JSON' })
  })
})

function relatedBody(metadata: unknown, content: Buffer): Buffer {
  const head = `--edge\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${JSON.stringify(metadata)}\r\n`
  return Buffer.concat([
    Buffer.from(`${head}--edge\r\nContent-Type: image/png\r\n\r\n`),
    content,
    Buffer.from('\r\n--edge--'),
  ])
}

async function* inChunks(body: Buffer, sizes: readonly number[]): AsyncIterable<Buffer> {
  let start = 0
  for (let index = 0; start < body.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1
    yield body.subarray(start, start + size)
    start += size
  }
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
