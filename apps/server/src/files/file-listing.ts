import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../persistence/persistence.ts'
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

/** One page in name order. A folder is jumped over, so its cost does not grow with what is in it. */
export async function listFiles(store: ProjectStore, list: FileList): Promise<FilePage> {
  const end = leastOf(list.prefix === '' ? undefined : afterPrefix(list.prefix), list.endOffset)
  return store.read(async (snapshot) => {
    const prefixes: string[] = []
    const items: FileObject[] = []
    let start = greatestOf(
      list.pageToken === undefined ? list.prefix : decodePageToken(list.pageToken, list.prefix),
      list.startOffset ?? '',
    )
    for (;;) {
      if (end !== undefined && compareNames(start, end) >= 0) return { prefixes, items }
      const page = await snapshot.listRecords(
        OBJECT_SPACE,
        { start, ...(end !== undefined && { end }) },
        { limit: READ_PAGE, reverse: false },
      )
      let next = page.length < READ_PAGE ? undefined : `${page.at(-1)?.key}\0`
      for (const stored of page) {
        if (prefixes.length + items.length >= list.maxResults) {
          return { prefixes, items, nextPageToken: encodePageToken(stored.key) }
        }
        const folder = folderOf(stored.key, list)
        if (folder !== undefined) {
          prefixes.push(folder)
          next = afterPrefix(folder)
          break
        }
        items.push(decodeObjectRecord(stored).object)
      }
      if (next === undefined) return { prefixes, items }
      start = next
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
