import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { FileMetadata } from '@google-cloud/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CloudWorld } from './storage-cloud-world.ts'

let world: CloudWorld

beforeAll(async () => {
  world = await CloudWorld.start()
})
afterAll(() => world[Symbol.asyncDispose]())

let names = 0

/** A name that no other test uses. */
function newName(): string {
  names += 1
  return `files/${names} – ä?#%.txt`
}

async function stored(
  content: string | Buffer = 'warm hearth',
  metadata: FileMetadata = { contentType: 'text/plain' },
) {
  const file = world.bucket.file(newName())
  await file.save(content, { resumable: false, metadata: { ...metadata } })
  return file
}

async function textOf(name: string): Promise<string> {
  return (await world.bucket.file(name).download())[0].toString()
}

describe('@google-cloud/storage under start, with a service key', () => {
  it.each([
    ['in one request', false],
    ['in parts', true],
  ])('save %s and download', async (_, resumable) => {
    const content = randomBytes(700_000)
    const file = world.bucket.file(newName())
    await file.save(content, { resumable, contentType: 'video/mp4', metadata: { metadata: { by: 'ada' } } })
    expect((await file.download())[0].equals(content)).toBe(true)
    expect((await file.getMetadata())[0]).toMatchObject({ contentType: 'video/mp4', metadata: { by: 'ada' } })
  })

  it('save of an empty file', async () => {
    const file = await stored('')
    expect((await file.download())[0]).toHaveLength(0)
  })

  it('createWriteStream in chunks of 256 KiB, and createReadStream of a part', async () => {
    const content = randomBytes(1_000_000)
    const file = world.bucket.file(newName())
    await pipeline(
      Readable.from([content.subarray(0, 400_000), content.subarray(400_000)]),
      file.createWriteStream({ resumable: true, chunkSize: 256 * 1024 }),
    )
    expect((await file.download())[0].equals(content)).toBe(true)
    const part = await buffer(file.createReadStream({ start: 500_000, end: 500_099 }))
    expect(part.equals(content.subarray(500_000, 500_100))).toBe(true)
  })

  it('createWriteStream in one request', async () => {
    const file = world.bucket.file(newName())
    await pipeline(Readable.from(['one ', 'two']), file.createWriteStream({ resumable: false, gzip: true }))
    expect(await textOf(file.name)).toBe('one two')
    expect((await file.getMetadata())[0].contentEncoding).toBe('gzip')
  })

  it('createResumableUpload, whose address may be used without a credential and by nobody who does not know it', async () => {
    const file = world.bucket.file(newName())
    const [address] = await file.createResumableUpload({ metadata: { contentType: 'text/plain' } })
    const sent = await fetch(address, { method: 'PUT', body: 'from a browser' })
    expect(sent.status).toBe(200)
    expect(await textOf(file.name)).toBe('from a browser')
    const guessed = address.replace(/upload_id=.{4}/, 'upload_id=AAAA')
    expect((await fetch(guessed, { method: 'PUT', body: 'x' })).status).toBe(404)
  })

  it('upload and download of a file on the disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-'))
    try {
      await writeFile(join(folder, 'up.txt'), 'from the disk')
      const name = newName()
      await world.bucket.upload(join(folder, 'up.txt'), { destination: name })
      await world.bucket.file(name).download({ destination: join(folder, 'down.txt') })
      expect(await readFile(join(folder, 'down.txt'), 'utf8')).toBe('from the disk')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('upload with a wrong checksum, which stores nothing', async () => {
    const file = world.bucket.file(newName())
    const md5Hash = createHash('md5').update('something else').digest('base64')
    const saved = file.save('content', { resumable: false, validation: false, metadata: { md5Hash } })
    await expect(saved).rejects.toMatchObject({ code: 400 })
    expect(await file.exists()).toEqual([false])
  })

  it('getMetadata and setMetadata, which merges and clears', async () => {
    const file = await stored('x', { contentType: 'text/plain', metadata: { mood: 'calm', color: 'ember' } })
    const before = (await file.getMetadata())[0]
    await file.setMetadata({ cacheControl: 'public, max-age=5', metadata: { mood: null, by: 'ada' } })
    const [after] = await file.getMetadata()
    expect(after).toMatchObject({
      cacheControl: 'public, max-age=5',
      contentType: 'text/plain',
      generation: before.generation,
      metageneration: '2',
      metadata: { color: 'ember', by: 'ada' },
    })
    expect(after.metadata).not.toHaveProperty('mood')
  })

  it('copy, with new metadata where some is given', async () => {
    const file = await stored('copied', { contentType: 'text/plain', metadata: { by: 'ada' } })
    const [same] = await file.copy(newName())
    expect((await same.getMetadata())[0]).toMatchObject({ contentType: 'text/plain', metadata: { by: 'ada' } })
    const [changed] = await file.copy(newName(), { contentType: 'text/markdown', metadata: { by: 'grace' } })
    expect((await changed.getMetadata())[0]).toMatchObject({ contentType: 'text/markdown', metadata: { by: 'grace' } })
    expect(await textOf(changed.name)).toBe('copied')
  })

  it('move and rename', async () => {
    const file = await stored('moved')
    const [moved] = (await file.move(newName())) as unknown as [{ name: string }]
    expect(await file.exists()).toEqual([false])
    expect(await textOf(moved.name)).toBe('moved')
    const renamed = newName()
    await world.bucket.file(moved.name).rename(renamed)
    expect(await textOf(renamed)).toBe('moved')
  })

  it('moveFileAtomic, which keeps metadata and links, replaces what is there, and obeys preconditions', async () => {
    const tokens = 'a-token-chosen-by-a-program'
    const metadata = { by: 'ada', firebaseStorageDownloadTokens: tokens }
    const file = await stored('moved at once', { contentType: 'text/plain', metadata })
    const replaced = await stored('replaced')
    const refused = file.moveFileAtomic(replaced.name, { preconditionOpts: { ifGenerationMatch: 0 } })
    await expect(refused).rejects.toMatchObject({ code: 412 })
    expect(await textOf(replaced.name)).toBe('replaced')
    await file.moveFileAtomic(replaced.name)
    expect(await file.exists()).toEqual([false])
    expect(await textOf(replaced.name)).toBe('moved at once')
    expect(await tokensOf(replaced.name)).toBe(tokens)
    await expect(file.moveFileAtomic(newName())).rejects.toMatchObject({ code: 404 })
    await expect(replaced.moveFileAtomic(replaced.name)).rejects.toMatchObject({ code: 400 })
  })

  it('combine, in the order given, with the sources kept or deleted', async () => {
    const sources = [await stored('one, '), await stored(''), await stored('two')]
    const target = newName()
    const [combined] = await world.bucket.combine(sources, target)
    expect(await textOf(combined.name)).toBe('one, two')
    expect((await combined.getMetadata())[0]).toMatchObject({ size: '8', contentType: 'text/plain' })
    expect(await sources[0]?.exists()).toEqual([true])
    const absent = world.bucket.combine([...sources, world.bucket.file('absent.txt')], newName())
    await expect(absent).rejects.toMatchObject({ code: 404 })
    const tooMany = Array.from({ length: 33 }, () => sources.map(({ name }) => name)).flat()
    await expect(world.bucket.combine(tooMany, newName())).rejects.toMatchObject({ code: 400 })
  })

  it('exists, get and delete', async () => {
    const file = await stored()
    expect(await file.exists()).toEqual([true])
    expect((await file.get())[0].name).toBe(file.name)
    await file.delete()
    expect(await file.exists()).toEqual([false])
    await expect(file.delete()).rejects.toMatchObject({ code: 404 })
    await file.delete({ ignoreNotFound: true })
  })

  it('preconditions of generations on save, setMetadata, copy and delete', async () => {
    const file = await stored('first')
    const options = { preconditionOpts: { ifGenerationMatch: 0 }, resumable: false }
    await expect(file.save('second', options)).rejects.toMatchObject({ code: 412 })
    await expect(file.save('second', { ...options, resumable: true })).rejects.toMatchObject({ code: 412 })
    await expect(file.setMetadata({ contentType: 'a/b' }, { ifMetagenerationMatch: 9 })).rejects.toMatchObject({
      code: 412,
    })
    await expect(file.copy(file.name, { preconditionOpts: { ifGenerationMatch: 1 } })).rejects.toMatchObject({
      code: 412,
    })
    await expect(file.delete({ ifGenerationMatch: 1 })).rejects.toMatchObject({ code: 412 })
    const generation = Number((await file.getMetadata())[0].generation)
    await file.save('second', { preconditionOpts: { ifGenerationMatch: generation }, resumable: false })
    expect(await textOf(file.name)).toBe('second')
    const older = world.bucket.file(file.name, { generation })
    await expect(older.download()).rejects.toMatchObject({ code: 404 })
  })

  it('isPublic and publicUrl: what no rules allow is not', async () => {
    const file = await stored()
    expect(await file.isPublic()).toEqual([false])
    expect((await fetch(file.publicUrl())).status).toBe(403)
  })

  it('what a bucket is: getMetadata, exists, get, getBuckets; what it has not is refused plainly', async () => {
    const { bucket, storage } = world
    expect((await bucket.getMetadata())[0]).toMatchObject({ kind: 'storage#bucket', name: bucket.name })
    expect(await bucket.exists()).toEqual([true])
    expect((await bucket.get())[0].name).toBe(bucket.name)
    expect((await storage.getBuckets())[0].map(({ name }) => name)).toEqual([bucket.name])
    const calls: [string, () => Promise<unknown>][] = [
      ['setCorsConfiguration', () => bucket.setCorsConfiguration([{ maxAgeSeconds: 60 }])],
      ['getLabels of settings', () => bucket.setLabels({ a: 'b' })],
      ['delete', () => bucket.delete()],
      ['notifications', () => bucket.getNotifications()],
      ['iam', () => bucket.iam.getPolicy()],
      ['makePublic of a bucket', () => bucket.makePublic()],
      ['acl', () => bucket.acl.get()],
    ]
    for (const [name, call] of calls) {
      const error = await call().then(
        () => undefined,
        (thrown: { code?: number; message: string }) => thrown,
      )
      expect(error?.code, name).toBe(501)
      expect(error?.message, name).toContain('not offered')
    }
  })

  it('a list for others than everybody is refused, and the file is not stored or changed; one that opens nothing is taken', async () => {
    const { bucket } = world
    const file = await stored()
    const name = newName()
    const acl = [{ entity: 'allAuthenticatedUsers', role: 'READER' as const }]
    const predefinedAcl = 'authenticatedRead' as const
    const calls: [string, () => Promise<unknown>][] = [
      ['save', () => bucket.file(name).save('x', { resumable: false, predefinedAcl })],
      ['save in parts', () => bucket.file(name).save('x', { resumable: true, predefinedAcl })],
      ['save with a list', () => bucket.file(name).save('x', { resumable: false, metadata: { acl } })],
      ['save in parts with a list', () => bucket.file(name).save('x', { resumable: true, metadata: { acl } })],
      ['copy', () => file.copy(bucket.file(name), { predefinedAcl })],
      [
        'combine',
        () => bucket.combine([file], bucket.file(name), { destinationPredefinedAcl: predefinedAcl } as object),
      ],
      ['setMetadata', () => file.setMetadata({ acl, cacheControl: 'no-store' })],
      ['acl', () => file.acl.add({ entity: 'user-ada@example.com', role: 'READER' })],
    ]
    for (const [what, call] of calls) {
      const error = await call().then(
        () => undefined,
        (thrown: { code?: number; status?: number; message: string }) => thrown,
      )
      expect(error?.code ?? error?.status, what).toBe(501)
    }
    expect(await bucket.file(name).exists()).toEqual([false])
    expect((await file.getMetadata())[0].cacheControl).toBeUndefined()
    await bucket.file(name).save('x', { resumable: false, predefinedAcl: 'projectPrivate' })
    await bucket.file(name).makePrivate()
    expect(await bucket.file(name).exists()).toEqual([true])
  })

  it('answers nothing to a key of another project', async () => {
    await world.owner.createProject('other-app', 'Other')
    const foreign = world.storage.bucket('other-app.firebasestorage.app')
    await expect(foreign.getFiles()).rejects.toMatchObject({ code: 401 })
    const file = await stored()
    const copied = file.copy(foreign.file('stolen.txt'))
    await expect(copied).rejects.toMatchObject({ code: 401 })
  })
})

async function tokensOf(name: string): Promise<unknown> {
  const [{ metadata }] = await world.bucket.file(name).getMetadata()
  return metadata?.['firebaseStorageDownloadTokens']
}

describe('lists of files', () => {
  beforeAll(async () => {
    for (const name of ['a.txt', 'b/1.txt', 'b/2.txt', 'b/deep/3.txt', 'c.txt', 'ü.txt']) {
      await world.bucket.file(`list/${name}`).save(name, { resumable: false })
    }
  })

  const namesOf = async (query: object): Promise<string[]> => {
    const [files] = await world.bucket.getFiles(query)
    return files.map(({ name }) => name.replace('list/', ''))
  }

  it('by prefix, from and to a name', async () => {
    expect(await namesOf({ prefix: 'list/' })).toEqual([
      'a.txt',
      'b/1.txt',
      'b/2.txt',
      'b/deep/3.txt',
      'c.txt',
      'ü.txt',
    ])
    expect(await namesOf({ prefix: 'list/b/' })).toEqual(['b/1.txt', 'b/2.txt', 'b/deep/3.txt'])
    expect(await namesOf({ prefix: 'list/', startOffset: 'list/b/2.txt', endOffset: 'list/c.txt' })).toEqual([
      'b/2.txt',
      'b/deep/3.txt',
    ])
    expect(await namesOf({ prefix: 'list/', startOffset: 'z' })).toEqual([])
  })

  it('with folders', async () => {
    const [files, , answer] = await world.bucket.getFiles({ prefix: 'list/b/', delimiter: '/', autoPaginate: false })
    expect(files.map(({ name }) => name)).toEqual(['list/b/1.txt', 'list/b/2.txt'])
    expect(answer).toMatchObject({ prefixes: ['list/b/deep/'] })
  })

  it('in pages, one by one and together', async () => {
    const seen: string[] = []
    let query: object | null = { prefix: 'list/', maxResults: 4, autoPaginate: false }
    while (query !== null) {
      const [files, next] = (await world.bucket.getFiles(query)) as unknown as [{ name: string }[], object | null]
      expect(files.length).toBeLessThanOrEqual(4)
      seen.push(...files.map(({ name }) => name))
      query = next
    }
    expect(seen).toHaveLength(6)
    expect(await namesOf({ prefix: 'list/', maxResults: 2 })).toHaveLength(2)
  })

  it('by pattern are not offered', async () => {
    await expect(world.bucket.getFiles({ matchGlob: 'list/**' })).rejects.toMatchObject({ code: 501 })
  })

  it('deleteFiles deletes those of a prefix and no others', async () => {
    for (const name of ['x/1', 'x/2', 'y/1']) await world.bucket.file(`gone/${name}`).save('x', { resumable: false })
    await world.bucket.deleteFiles({ prefix: 'gone/x/' })
    const [left] = await world.bucket.getFiles({ prefix: 'gone/' })
    expect(left.map(({ name }) => name)).toEqual(['gone/y/1'])
  })
})
