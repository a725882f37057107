import { useNavigate } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import { useProject } from '../../session/project-context.tsx'
import { placeOf } from '../../shared/files/file-path.ts'

/** What the link of a row takes. */
export interface RowLink {
  readonly 'data-row': string
  readonly tabIndex: 0 | -1
  readonly onFocus: () => void
}

export function linkOfRow(row: string, isStop: boolean, onFocus: (row: string) => void): RowLink {
  return { 'data-row': row, tabIndex: isStop ? 0 : -1, onFocus: () => onFocus(row) }
}

/** What can be done with a file of the list, by its name. */
export interface FileActs {
  readonly onDelete: (name: string) => void
  readonly onMove: (name: string) => void
}

export interface RowActs {
  /** Left out for who may not. */
  readonly fileActs: FileActs | undefined
  readonly onSelect: (row: string) => void
}

export interface RowKeys {
  /** The row that is the stop of the keyboard. */
  readonly stop: string | undefined
  /** Keeps its identity. */
  readonly onFocus: (row: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * The keys of the list, in which one row at a time is a stop: up, down, Home and End go from row to row, right opens, left goes up to the
 * folder around this one, the space bar chooses, Delete asks to delete a file and F2 for another name.
 * In a grid right and left go from tile to tile, up and down by as many as are beside one another.
 * @param rows names in the order of the list; a folder's ends with a slash
 */
export function useRowKeys(
  folder: string,
  rows: readonly string[],
  open: string | undefined,
  { fileActs, onSelect }: RowActs,
  layout: 'list' | 'grid' = 'list',
): RowKeys {
  const project = useProject()
  const navigate = useNavigate()
  const [focused, setFocused] = useState<string>()
  const stop = [focused, open].find((row) => row !== undefined && rows.includes(row)) ?? rows[0]

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
    const at = links.findIndex((link) => link === document.activeElement)
    const link = links[at]
    if (link === undefined) return
    const act = actOf(event.key, links, at)
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  const actOf = (key: string, links: readonly HTMLElement[], at: number): (() => void) | undefined => {
    const row = links[at]?.dataset['row'] ?? ''
    const stride = layout === 'list' ? 1 : tilesBeside(links)
    switch (key) {
      case 'ArrowDown':
        return () => links[at + stride]?.focus()
      case 'ArrowUp':
        return () => links[at - stride]?.focus()
      case 'Home':
        return () => links[0]?.focus()
      case 'End':
        return () => links.at(-1)?.focus()
      case 'ArrowRight':
        return layout === 'grid' ? () => links[at + 1]?.focus() : () => links[at]?.click()
      case 'ArrowLeft':
        if (layout === 'grid') return () => links[at - 1]?.focus()
        if (folder === '') return undefined
        return () =>
          void navigate({
            to: '/projects/$project/files/$',
            params: { project: project.id, _splat: placeOf(folder).folder },
          })
      case ' ':
        return () => onSelect(row)
      case 'Delete':
        if (fileActs === undefined || row.endsWith('/')) return undefined
        return () => fileActs.onDelete(row)
      case 'F2':
        if (fileActs === undefined || row.endsWith('/')) return undefined
        return () => fileActs.onMove(row)
      default:
        return undefined
    }
  }

  return { stop, onFocus: setFocused, onKeyDown }
}

/** How many tiles the first line of a grid has. */
function tilesBeside(links: readonly HTMLElement[]): number {
  const top = links[0]?.getBoundingClientRect().top
  return Math.max(1, links.filter((link) => link.getBoundingClientRect().top === top).length)
}
