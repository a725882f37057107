import { Plus } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import type { ValuePath } from '../draft/changes.ts'
import { valueAt } from '../draft/changes.ts'
import type { Editing } from '../draft/use-draft.ts'
import { childrenMax, formatPath, isChangedAt, keyOf, treeRows, type TreeRow } from '../tree-rows.ts'
import { formatText } from '../values/editor-text.ts'
import type { TypedValue } from '../values/typed-value.ts'
import { FieldRow } from './field-row.tsx'
import { ValueEditor } from './value-editor.tsx'

/** What is being edited: a value, or a new one inside a map or an array; the document itself is the empty path. */
interface Open {
  readonly kind: 'value' | 'inside'
  readonly path: ValuePath
}

const emptyText: TypedValue = { type: 'string', value: '' }

/**
 * The fields of a document as a tree. Arrows move, open and close; Enter edits a value and opens a map or an array; F2 edits either;
 * Delete takes away; Ctrl/Cmd-C copies the value.
 */
export function FieldTree({ editing, mayEdit }: { readonly editing: Editing; readonly mayEdit: boolean }) {
  const { shown, changes } = editing
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const [focusedKey, setFocusedKey] = useState<string>()
  const [open, setOpen] = useState<Open>()
  const tree = useRef<HTMLDivElement>(null)
  const [wantsFocus, setWantsFocus] = useState<string>()
  const rows = treeRows(shown, unfolded)
  const focusable = rows.some(({ key }) => key === focusedKey) ? focusedKey : rows[0]?.key

  useEffect(() => {
    if (wantsFocus === undefined) return
    setWantsFocus(undefined)
    tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wantsFocus)}"]`)?.focus()
  }, [wantsFocus])

  const toggle = (row: TreeRow, isOpen = !row.isExpanded): void => {
    const next = new Set(unfolded)
    if (isOpen) next.add(row.key)
    else next.delete(row.key)
    setUnfolded(next)
  }
  const remove = (row: TreeRow): void => {
    const at = rows.findIndex(({ key }) => key === row.key)
    setWantsFocus((rows[at + 1] ?? rows[at - 1])?.key)
    editing.set(row.path, undefined)
  }
  const addInside = (row: TreeRow): void => {
    toggle(row, true)
    setOpen({ kind: 'inside', path: row.path })
  }
  const close = (path: ValuePath): void => {
    setOpen(undefined)
    setWantsFocus(keyOf(path))
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['key'] === undefined) return
    const at = rows.findIndex(({ key }) => key === focusable)
    const row = rows[at]
    if (row === undefined) return
    const isContainer = row.value.type === 'map' || row.value.type === 'array'
    if ((event.ctrlKey || event.metaKey) && event.key === 'c' && getSelection()?.isCollapsed !== false) {
      void navigator.clipboard?.writeText(formatText(row.value))
      return
    }
    const goTo = (next: TreeRow | undefined): void => setWantsFocus((next ?? row).key)
    switch (event.key) {
      case 'ArrowDown':
        goTo(rows[at + 1])
        break
      case 'ArrowUp':
        goTo(rows[at - 1])
        break
      case 'Home':
        goTo(rows[0])
        break
      case 'End':
        goTo(rows.at(-1))
        break
      case 'ArrowRight':
        if (row.isExpandable && !row.isExpanded) toggle(row)
        else if (row.isExpanded) goTo(rows[at + 1])
        break
      case 'ArrowLeft':
        if (row.isExpanded) toggle(row)
        else if (row.level > 1) setWantsFocus(keyOf(row.path.slice(0, -1)))
        break
      case 'Enter':
        if (isContainer) toggle(row)
        else if (mayEdit) setOpen({ kind: 'value', path: row.path })
        break
      case 'F2':
        if (mayEdit) setOpen({ kind: 'value', path: row.path })
        break
      case 'Delete':
      case 'Backspace':
        if (mayEdit) remove(row)
        break
      default:
        return
    }
    event.preventDefault()
  }

  const newValueEditor = (path: ValuePath) => {
    const parent = valueAt(shown, path)
    const isElement = parent?.type === 'array'
    return (
      <ValueEditor
        label={path.length === 0 ? dataTexts.addField : dataTexts.addInside(formatPath(path))}
        value={emptyText}
        isElement={isElement}
        {...(parent?.type === 'map' && { takenNames: new Set(parent.fields.keys()) })}
        onCancel={() => close(path)}
        onApply={(value, name) => {
          const added = [...path, parent?.type === 'array' ? parent.values.length : name]
          editing.set(added, value)
          close(added)
        }}
      />
    )
  }

  return (
    <div>
      <div ref={tree} role="treegrid" aria-label={dataTexts.fields} onKeyDown={onKeyDown}>
        {rows.map((row) => {
          const isInside = open?.kind === 'inside' && keyOf(open.path) === row.key
          return open?.kind === 'value' && keyOf(open.path) === row.key ? (
            <EditorRow key={row.key} level={row.level} title={formatPath(row.path)}>
              <ValueEditor
                label={dataTexts.editField(formatPath(row.path))}
                value={row.value}
                isElement={row.isElement}
                onCancel={() => close(row.path)}
                onApply={(value) => {
                  editing.set(row.path, value)
                  close(row.path)
                }}
              />
            </EditorRow>
          ) : (
            <div key={row.key} role="presentation" className="border-b border-line">
              <FieldRow
                row={row}
                isChanged={isChangedAt(row.path, changes)}
                isFocusable={row.key === focusable}
                mayEdit={mayEdit}
                onToggle={() => toggle(row)}
                onEdit={() => setOpen({ kind: 'value', path: row.path })}
                onAddInside={() => addInside(row)}
                onRemove={() => remove(row)}
                onFocus={() => setFocusedKey(row.key)}
              />
              {isInside && (
                <EditorRow level={row.level + 1} title={dataTexts.addInside(formatPath(row.path))}>
                  {newValueEditor(row.path)}
                </EditorRow>
              )}
              {row.isExpanded && sizeOf(row.value) > childrenMax && (
                <p role="row" aria-level={row.level + 1} className="px-8 py-2 text-table text-ink-2">
                  <span role="gridcell">{dataTexts.moreInside(sizeOf(row.value) - childrenMax)}</span>
                </p>
              )}
            </div>
          )
        })}
      </div>
      {mayEdit && (
        <div className="px-3 py-2">
          {open?.kind === 'inside' && open.path.length === 0 ? (
            newValueEditor([])
          ) : (
            <Button size="small" variant="quiet" icon={<Plus />} onPress={() => setOpen({ kind: 'inside', path: [] })}>
              {dataTexts.addField}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function EditorRow({
  level,
  title,
  children,
}: {
  readonly level: number
  readonly title: string
  readonly children: React.ReactNode
}) {
  return (
    <div role="row" aria-level={level} className="border-b border-line bg-ground-2 px-3">
      <div role="gridcell">
        <bdi className="block pt-2 font-mono text-code">{title}</bdi>
        {children}
      </div>
    </div>
  )
}

function sizeOf(value: TypedValue): number {
  return value.type === 'map' ? value.fields.size : value.type === 'array' ? value.values.length : 0
}
