import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../persistence/persistence.ts'
import { Turn } from '../lib/turn.ts'
import type { FileObject } from './file-object.ts'
import { afterPrefix } from './object-name.ts'
import { decodeObjectRecord, OBJECT_SPACE } from './object-record.ts'

export interface FileList {
  readonly prefix: string
  /** Names that hold it after the prefix are folded into prefixes; empty folds nothing. */
  readonly delimiter: string
  /** 1 to 1,000 files and prefixes together. */
  readonly maxResults: number
  readonly pageToken?: string | undefined
  /** Names from this one on, in the order of their UTF-8 bytes. */
  readonly startOffset?: string | undefined
  /** Names before this one. */
  readonly endOffset?: string | undefined
}

export interface FilePage {
  readonly prefixes: readonly string[]
  readonly items: readonly FileObject[]
  readonly nextPageToken?: string | undefined
}

const READ_PAGE = 200

/**
 * The list of one folder alone: rules grant lists by folder, and what is deeper, or is only named alike, may be somebody else's. So the
 * original lists for all who are under rules, whatever they ask.
 */
export function folderList(list: FileList): FileList {
  const isFolder = list.prefix === '' || list.prefix.endsWith('/')
  return { ...list, prefix: isFolder ? list.prefix : `${list.prefix}/`, delimiter: '/' }
}

/**
 * One page in name order, in turns. A folder is jumped over, so its cost does not grow with what is in it: each read asks for twice as many records as
 * the one before was good for, so all but the first read at most two for each file and prefix of the answer.
 */
export async function listFiles(store: ProjectStore, list: FileList): Promise<FilePage> {
  const end = leastOf(list.prefix === '' ? undefined : afterPrefix(list.prefix), list.endOffset)
  return store.read(async (snapshot) => {
    const prefixes: string[] = []
    const items: FileObject[] = []
    const turn = new Turn()
    let limit = Math.min(READ_PAGE, list.maxResults + 1)
    let start = greatestOf(
      list.pageToken === undefined ? list.prefix : decodePageToken(list.pageToken, list.prefix),
      list.startOffset ?? '',
    )
    for (;;) {
      if (end !== undefined && compareNames(start, end) >= 0) return { prefixes, items }
      const page = await snapshot.listRecords(
        OBJECT_SPACE,
        { start, ...(end !== undefined && { end }) },
        { limit, reverse: false },
      )
      let next = page.length < limit ? undefined : `${page.at(-1)?.key}\0`
      const before = prefixes.length + items.length
      let folder: string | undefined
      for (const stored of page) {
        if (folder !== undefined && stored.key.startsWith(folder)) continue
        if (prefixes.length + items.length >= list.maxResults) {
          return { prefixes, items, nextPageToken: encodePageToken(stored.key) }
        }
        folder = folderOf(stored.key, list)
        if (folder === undefined) items.push(decodeObjectRecord(stored).object)
        else prefixes.push(folder)
      }
      if (next !== undefined && folder !== undefined) next = afterPrefix(folder)
      if (next === undefined) return { prefixes, items }
      start = next
      limit = Math.min(READ_PAGE, 2 * (prefixes.length + items.length - before))
      await turn.pause()
    }
  })
}

function folderOf(name: string, list: FileList): string | undefined {
  if (list.delimiter === '') return undefined
  const at = name.indexOf(list.delimiter, list.prefix.length)
  return at < 0 ? undefined : name.slice(0, at + list.delimiter.length)
}

function compareNames(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

function leastOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return compareNames(one, other) < 0 ? one : other
}

function greatestOf(one: string, other: string): string {
  return compareNames(one, other) < 0 ? other : one
}

function encodePageToken(name: string): string {
  return Buffer.from(name).toString('base64url')
}

function decodePageToken(token: string, prefix: string): string {
  const name = Buffer.from(token, 'base64url').toString()
  if (encodePageToken(name) !== token || !name.startsWith(prefix)) {
    throw new StatusError('invalid-argument', 'INVALID_PAGE_TOKEN', 'The page token does not belong to this list.')
  }
  return name
}
