import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { FileContent } from '../files/files.ts'
import { Thumbnails } from './thumbnails.ts'

const stranger = (network: number): string => `2001:db8:1:${network.toString(16)}::1`

/** Pictures that are opened when they are told to; which are being made, in order. */
async function world() {
  const thumbnails = new Thumbnails()
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#d9480f' } })
    .png()
    .toBuffer()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, address: string): Promise<Buffer> => {
    const open = async (): Promise<Readable> => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return Readable.from([png])
    }
    const object = { bucket: 'b', name, generation: '1', contentType: 'image/png', sizeBytes: png.length }
    return thumbnails.of({ object, open } as unknown as FileContent, { width: 2, height: undefined }, address)
  }
  return { ask, begun, ends }
}

test('a site that asks for many thumbnails, from whatever networks, waits for itself', async () => {
  const { ask, begun, ends } = await world()
  const many = Array.from({ length: 66 }, (_, n) => ask(`many-${n}`, stranger(n)))
  await expect(ask('one-more', stranger(99))).rejects.toMatchObject({ reason: 'THUMBNAILS_BUSY' })
  const few = ask('few', '192.0.2.2')
  expect(begun).toEqual(['many-0', 'many-1'])
  ends.splice(0).forEach((end) => end())
  await Promise.all(many.slice(0, 2))
  await expect.poll(() => begun.slice(2)).toEqual(['many-2', 'few'])
  ends.splice(0).forEach((end) => end())
  expect(await few).toBeInstanceOf(Buffer)
})

test('one that a crowded site waits for is made at the turn of another that wants it as well', async () => {
  const { ask, begun, ends } = await world()
  const many = Array.from({ length: 66 }, (_, n) => ask(`many-${n}`, stranger(n)))
  const again = ask('many-65', '192.0.2.2')
  ends.splice(0).forEach((end) => end())
  await expect.poll(() => begun.slice(2)).toEqual(['many-2', 'many-65'])
  // Whoever finds no place to wait has it with them.
  const crowded = ask('many-65', stranger(99))
  ends.splice(0).forEach((end) => end())
  expect(await again).toBe(await many[65])
  expect(await crowded).toBe(await again)
})
