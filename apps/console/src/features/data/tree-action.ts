import { keyOf, type TreeRow } from './tree-rows.ts'

/** What a key does on a line of the tree. */
export type TreeAction =
  | { readonly kind: 'focus'; readonly key: string }
  | { readonly kind: 'toggle' | 'edit' | 'remove' }

/** The action of a key on the line at `at`, as trees have it; undefined for a key that means nothing there. */
export function treeAction(rows: readonly TreeRow[], at: number, pressed: string): TreeAction | undefined {
  const row = rows[at]
  if (row === undefined) return undefined
  const focus = (other: TreeRow | undefined): TreeAction => ({ kind: 'focus', key: (other ?? row).key })
  switch (pressed) {
    case 'ArrowDown':
      return focus(rows[at + 1])
    case 'ArrowUp':
      return focus(rows[at - 1])
    case 'Home':
      return focus(rows[0])
    case 'End':
      return focus(rows.at(-1))
    case 'ArrowRight':
      if (!row.isExpandable) return undefined
      return row.isExpanded ? focus(rows[at + 1]) : { kind: 'toggle' }
    case 'ArrowLeft':
      if (row.isExpanded) return { kind: 'toggle' }
      return row.level > 1 ? { kind: 'focus', key: keyOf(row.path.slice(0, -1)) } : undefined
    case 'Enter':
      return { kind: row.value.kind === 'map' || row.value.kind === 'array' ? 'toggle' : 'edit' }
    case 'F2':
      return { kind: 'edit' }
    case 'Delete':
    case 'Backspace':
      return { kind: 'remove' }
    default:
      return undefined
  }
}
