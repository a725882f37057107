import type { Change, ValuePath } from './draft/changes.ts'
import { sortedFields, type TypedFields, type TypedValue } from '../../documents/values/typed-value.ts'

/** One line of the tree of a document. */
export interface TreeRow {
  /** Of the path; stands for it in sets and attributes. */
  readonly key: string
  readonly path: ValuePath
  /** The field's name, or the place in the array. */
  readonly name: string
  readonly value: TypedValue
  /** From one. */
  readonly level: number
  readonly isElement: boolean
  readonly isExpandable: boolean
  readonly isExpanded: boolean
}

/** Of a larger map or array this many are shown; its JSON has them all. */
export const childrenMax = 500

/** The lines that are to be seen when the maps and arrays of these keys are open. */
export function treeRows(fields: TypedFields, open: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const add = (path: ValuePath, name: string, value: TypedValue): void => {
    const key = keyOf(path)
    const children = childrenOf(value)
    const isExpanded = children.length > 0 && open.has(key)
    const isElement = typeof path.at(-1) === 'number'
    rows.push({ key, path, name, value, level: path.length, isElement, isExpandable: children.length > 0, isExpanded })
    if (!isExpanded) return
    for (const [step, inner] of children.slice(0, childrenMax)) add([...path, step], String(step), inner)
  }
  for (const [name, value] of sortedFields(fields).slice(0, childrenMax)) add([name], name, value)
  return rows
}

/** How many values stand directly inside. */
export function sizeOf(value: TypedValue): number {
  return value.kind === 'map' ? value.fields.size : value.kind === 'array' ? value.values.length : 0
}

function childrenOf(value: TypedValue): readonly (readonly [step: string | number, value: TypedValue])[] {
  if (value.kind === 'map') return sortedFields(value.fields)
  if (value.kind === 'array') return value.values.map((inner, at) => [at, inner])
  return []
}

export function keyOf(path: ValuePath): string {
  return JSON.stringify(path)
}

/** Whether a change is not saved yet at this place, above it or below it. */
export function isChangedAt(path: ValuePath, changes: readonly Change[]): boolean {
  return changes.some((change) => {
    const length = Math.min(path.length, change.path.length)
    return path.slice(0, length).every((step, at) => String(step) === change.path[at])
  })
}

/** The server works nothing out within an array. */
export function mayOperateAt(path: ValuePath): boolean {
  return path.every((step) => typeof step === 'string')
}

/** A path as people read it: `ship.city`, `tags[2]`. */
export function formatPath(path: ValuePath): string {
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('')
}

/** What a key does on a line of the tree. */
type TreeAction = { readonly kind: 'focus'; readonly key: string } | { readonly kind: 'toggle' | 'edit' | 'remove' }

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
