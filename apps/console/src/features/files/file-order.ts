import type { ListedFile } from './queries/list-objects.ts'

export type SortColumn = 'name' | 'size' | 'type' | 'updated'

export interface FileOrder {
  readonly column: SortColumn
  readonly isDescending: boolean
}

export const byName: FileOrder = { column: 'name', isDescending: false }

/** The order in the address: `size`, or `-updated` for the newest first. Anything else is the order by name. */
export function parseOrder(text: string | undefined): FileOrder {
  const match = /^(-?)(name|size|type|updated)$/.exec(text ?? '')
  return match === null ? byName : { column: match[2] as SortColumn, isDescending: match[1] === '-' }
}

/** `undefined` for the order by name, which needs no word in the address. */
export function formatOrder({ column, isDescending }: FileOrder): string | undefined {
  if (column === 'name' && !isDescending) return undefined
  return `${isDescending ? '-' : ''}${column}`
}

const collator = new Intl.Collator('en', { numeric: true })

/** The files in an order; those equal in it stay by name. */
export function orderFiles(files: readonly ListedFile[], { column, isDescending }: FileOrder): readonly ListedFile[] {
  const sign = isDescending ? -1 : 1
  return files.toSorted((one, other) => sign * compareBy(column, one, other) || collator.compare(one.name, other.name))
}

function compareBy(column: SortColumn, one: ListedFile, other: ListedFile): number {
  switch (column) {
    case 'name':
      return collator.compare(one.name, other.name)
    case 'size':
      return one.metadata.size - other.metadata.size
    case 'type':
      return collator.compare(one.metadata.contentType ?? '', other.metadata.contentType ?? '')
    case 'updated':
      return Date.parse(one.metadata.updated) - Date.parse(other.metadata.updated)
  }
}

/** Folders have a name alone, so any other order leaves them by name. */
export function orderFolders(folders: readonly string[], { column, isDescending }: FileOrder): readonly string[] {
  const sign = column === 'name' && isDescending ? -1 : 1
  return folders.toSorted((one, other) => sign * collator.compare(one, other))
}
