import type { SortColumn } from '../file-order.ts'

/** Widths, and which columns a narrower screen leaves out, the more so beside the details of a file. */
export const columnClasses: Readonly<Record<SortColumn, string>> = {
  name: '',
  size: 'w-24 text-right max-tablet:hidden max-desk:group-data-beside/files:hidden',
  type: 'w-44 max-desk:hidden',
  updated: 'w-36 max-tablet:hidden max-desk:group-data-beside/files:hidden',
}

export const fileColumns: readonly SortColumn[] = ['name', 'size', 'type', 'updated']
