import { link, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import type { Blobs } from '../blobs/blobs.ts'
import { OBJECT_SPACE } from '../files/object-record.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import type { OpenCopy } from '../persistence/store-copy.ts'
import { syncFolder, syncParent } from './manifest.ts'

const RECORDS_PER_READ = 500
/** Files on their way at the same time. */
const AT_ONCE = 8

/** A content that a file of a store names. */
export interface NamedContent {
  readonly id: string
  readonly sizeBytes: number
}

/** The contents that the files of a store name, page by page; the store may go on meanwhile, or be a copy. */
export async function* contentsOf(store: OpenCopy | Pick<ProjectStore, 'read'>): AsyncGenerator<NamedContent[]> {
  let start = ''
  for (;;) {
    const page = await objectsFrom(store, start)
    if (page.length > 0) yield page.map(({ value }) => contentOf(value))
    const last = page.at(-1)
    if (last === undefined || page.length < RECORDS_PER_READ) return
    start = `${last.key}\0`
  }
}

async function objectsFrom(store: OpenCopy | Pick<ProjectStore, 'read'>, start: string): Promise<StoredRecord[]> {
  if ('listRecords' in store) return store.listRecords(OBJECT_SPACE, start, RECORDS_PER_READ)
  const page = { limit: RECORDS_PER_READ, reverse: false }
  return await store.read((snapshot) => snapshot.listRecords(OBJECT_SPACE, { start }, page))
}

function contentOf(value: string): NamedContent {
  const { blobId, object } = JSON.parse(value) as { blobId: string; object: { sizeBytes: number } }
  return { id: blobId, sizeBytes: object.sizeBytes }
}

function contentPath(folder: string, id: string): string {
  return join(folder, 'contents', id.slice(0, 2), id)
}

export interface TakenContents {
  readonly count: number
  readonly sizeBytes: number
  readonly missing: number
}

/**
 * Puts every content that is named into the folder of a backup, durably. A content never changes, so what an earlier backup has (`earlier`: its
 * folder) is not taken a second time, nor what `known` says is in the folder already. Throws what `Blobs.copyOut` throws but for contents that are
 * gone; those are counted.
 */
export async function takeContents(
  pages: AsyncIterable<NamedContent[]>,
  options: {
    readonly project: string
    readonly blobs: Pick<Blobs, 'copyOut'>
    readonly folder: string
    readonly earlier: string | undefined
    readonly known: Set<string>
    readonly onTaken: (count: number) => void
    readonly signal?: AbortSignal
  },
): Promise<TakenContents> {
  const { project, blobs, folder, earlier, known, onTaken, signal } = options
  const folders = new Set<string>()
  const taken = { count: 0, sizeBytes: 0, missing: 0 }
  const take = async ({ id, sizeBytes }: NamedContent): Promise<void> => {
    taken.count++
    taken.sizeBytes += sizeBytes
    if (known.has(id)) return
    const file = contentPath(folder, id)
    const prefix = id.slice(0, 2)
    if (!folders.has(prefix)) {
      await mkdir(join(folder, 'contents', prefix), { recursive: true, mode: 0o700 })
      folders.add(prefix)
    }
    const isThere = earlier !== undefined && (await linkFile(contentPath(earlier, id), file, sizeBytes))
    const size = isThere ? sizeBytes : await copyOut(blobs, { project, id }, file, sizeBytes)
    if (size === sizeBytes) known.add(id)
    else taken.missing++
  }
  for await (const page of pages) {
    signal?.throwIfAborted()
    for (let at = 0; at < page.length; at += AT_ONCE) {
      await Promise.all(page.slice(at, at + AT_ONCE).map(take))
    }
    onTaken(taken.count)
  }
  for (const prefix of folders) await syncFolder(join(folder, 'contents', prefix))
  await syncParent(join(folder, 'contents', 'any'))
  return taken
}

/** The size of what is there now; -1 where the server does not have the content. */
async function copyOut(
  blobs: Pick<Blobs, 'copyOut'>,
  blob: { project: string; id: string },
  file: string,
  sizeBytes: number,
): Promise<number> {
  try {
    return await blobs.copyOut(blob, file)
  } catch (error) {
    // Taken before: the same content under another name, or in a first round.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return sizeBytes
    if (error instanceof StatusError && error.reason === 'BLOB_MISSING') return -1
    throw error
  }
}

/** Gives a file of this size a second name. False where that can't be: then it is copied like any other. */
async function linkFile(from: string, to: string, sizeBytes: number): Promise<boolean> {
  try {
    if ((await stat(from)).size !== sizeBytes) return false
    await link(from, to)
    return true
  } catch (error) {
    // Else it is not in that backup, or on a disk without links.
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

/**
 * How many of the contents that the files of a copy name can't be had: neither, whole, from the folder of the backup nor, if `isThere` says so, from where
 * the server reads them.
 */
export async function countMissing(
  copy: OpenCopy,
  folder: string,
  isThere: (content: NamedContent) => Promise<boolean> = async () => false,
): Promise<number> {
  let missing = 0
  const look = async (content: NamedContent): Promise<void> => {
    const found = await stat(contentPath(folder, content.id)).catch(() => undefined)
    if (found?.size !== content.sizeBytes && !(await isThere(content))) missing++
  }
  for await (const page of contentsOf(copy)) {
    for (let at = 0; at < page.length; at += AT_ONCE) await Promise.all(page.slice(at, at + AT_ONCE).map(look))
  }
  return missing
}

/**
 * Brings the contents that the files of a copy name back to where the server reads them. Answers how many are missing: neither there nor, whole, in the
 * folder of the backup.
 */
export async function bringContentsBack(
  copy: OpenCopy,
  options: {
    readonly project: string
    readonly blobs: Pick<Blobs, 'bringBack'>
    readonly folder: string
    readonly onBrought: (count: number) => void
    readonly signal?: AbortSignal
  },
): Promise<number> {
  const { project, blobs, folder, onBrought, signal } = options
  let count = 0
  let missing = 0
  const bring = async ({ id, sizeBytes }: NamedContent): Promise<void> => {
    try {
      await blobs.bringBack({ project, id }, contentPath(folder, id), sizeBytes)
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'BLOB_MISSING') throw error
      missing++
    }
  }
  for await (const page of contentsOf(copy)) {
    signal?.throwIfAborted()
    for (let at = 0; at < page.length; at += AT_ONCE) await Promise.all(page.slice(at, at + AT_ONCE).map(bring))
    count += page.length
    onBrought(count)
  }
  return missing
}
