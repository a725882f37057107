import { useState } from 'react'
import * as z from 'zod/mini'
import { keepJson, keptKey, readKeptJson } from '../../browser/kept-storage.ts'

/** What the list may say of a user beside who it is, in the order of the columns. */
export const userColumns = ['state', 'provider', 'phone', 'uid', 'created', 'last-sign-in'] as const
export type UserColumn = (typeof userColumns)[number]

const usualColumns: readonly UserColumn[] = ['state', 'provider', 'created', 'last-sign-in']
const kept = z.array(z.enum(userColumns))
const key = keptKey('user-columns')

/** The columns that this person wants to see, in this browser. */
export function useUserColumns(): {
  readonly columns: readonly UserColumn[]
  readonly toggle: (column: UserColumn) => void
} {
  const [columns, setColumns] = useState(() => readKeptJson(key, (json) => kept.safeParse(json).data) ?? usualColumns)
  return {
    columns,
    toggle(column) {
      const wanted = userColumns.filter((one) => (one === column) !== columns.includes(one))
      keepJson(key, wanted)
      setColumns(wanted)
    },
  }
}
