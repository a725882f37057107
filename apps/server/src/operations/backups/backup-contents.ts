import { link, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import type { Blobs } from '../../blobs/blobs.ts'
import { OBJECT_SPACE } from '../../files/object-record.ts'
import type { ProjectStore } from '../../persistence/persistence.ts'
import type { OpenCopy } from '../../persistence/store-copy.ts'
import { syncFolder, syncParent } from './manifest.ts'

const recordsPerRead = 500
/** Files on their way at the same time. */
const atOnce = 8

/** A content that a file of a store names. */
export interface NamedContent {
  readonly id: string
  readonly sizeBytes: number
}

/** The contents that the files of a copy name, page by page. */
export function* contentsOf(copy: OpenCopy): Generator<NamedContent[]> {
  let start = ''
  for (;;) {
    const page = copy.listRecords(OBJECT_SPACE, start, recordsPerRead)
    if (page.length > 0) yield page.map(({ value }) => contentOf(value))
    const last = page.at(-1)
    if (last === undefined || page.length < recordsPerRead) return
    start = `${last.key}\0`
  }
}

/** As `contentsOf`, of a store that goes on meanwhile. */
export async function* contentsOfStore(store: Pick<ProjectStore, 'read'>): AsyncGenerator<NamedContent[]> {
  let start = ''
  for (;;) {
    const from = start
    const page = await store.read((snapshot) =>
      snapshot.listRecords(OBJECT_SPACE, { start: from }, { limit: recordsPerRead, reverse: false }),
    )
    if (page.length > 0) yield page.map(({ value }) => contentOf(value))
    const last = page.at(-1)
    if (last === undefined || page.length < recordsPerRead) return
    start = `${last.key}\0`
  }
}

function contentOf(value: string): NamedContent {
  const { blobId, object } = JSON.parse(value) as { blobId: string; object: { sizeBytes: number } }
  return { id: blobId, sizeBytes: object.sizeBytes }
}

export function contentPath(folder: string, id: string): string {
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
  pages: Iterable<NamedContent[]> | AsyncIterable<NamedContent[]>,
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
    const isThere = earlier !== undefined && (await isLinked(contentPath(earlier, id), file))
    const size = isThere ? sizeBytes : await copyOut(blobs, { project, id }, file, sizeBytes)
    if (size === sizeBytes) known.add(id)
    else taken.missing++
  }
  for await (const page of pages) {
    signal?.throwIfAborted()
    for (let at = 0; at < page.length; at += atOnce) {
      await Promise.all(page.slice(at, at + atOnce).map(take))
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

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    // Not in that backup, or on a disk without links: then it is copied like any other.
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

/** Brings the contents that the files of a copy name back to where the server reads them. */
export async function bringContentsBack(
  copy: OpenCopy,
  options: {
    readonly project: string
    readonly blobs: Pick<Blobs, 'bringBack'>
    readonly folder: string
    readonly onBrought: (count: number) => void
    readonly signal?: AbortSignal
  },
): Promise<void> {
  const { project, blobs, folder, onBrought, signal } = options
  let count = 0
  const bring = async ({ id }: NamedContent): Promise<void> => {
    try {
      await blobs.bringBack({ project, id }, contentPath(folder, id))
    } catch (error) {
      // It was missing when the backup was made, which its manifest says.
      if (!(error instanceof StatusError) || error.reason !== 'BLOB_MISSING') throw error
    }
  }
  for (const page of contentsOf(copy)) {
    signal?.throwIfAborted()
    for (let at = 0; at < page.length; at += atOnce) await Promise.all(page.slice(at, at + atOnce).map(bring))
    count += page.length
    onBrought(count)
  }
}
