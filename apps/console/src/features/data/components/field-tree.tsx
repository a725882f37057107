import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { type ValuePath, valueAt } from '../draft/changes.ts'
import type { Editing, Version } from '../draft/use-draft.ts'
import {
  treeAction,
  childrenMax,
  formatPath,
  isChangedAt,
  keyOf,
  mayOperateAt,
  sizeOf,
  treeRows,
  type TreeRow,
} from '../tree-rows.ts'
import { formatText } from '../../../documents/values/editor-text.ts'
import { isOperation, type TypedValue } from '../../../documents/values/typed-value.ts'
import { FieldRow, type RowActions } from './field-row.tsx'
import type { JudgedFields } from '../see-as/judged-panel.tsx'
import { OvertakenNotice } from './conflict-notice.tsx'
import { ValueEditor } from './value-editor.tsx'

/** What is being edited: a value, or a new one inside a map or an array; the document itself is the empty path. */
interface Open {
  readonly kind: 'value' | 'inside'
  readonly path: ValuePath
  /** What it was when the editor opened: it stays, whatever others do to it meanwhile. */
  readonly value: TypedValue
  readonly since: Version
}

/**
 * The fields of a document as a tree. Arrows move, open and close; Enter edits a value and opens a map or an array; F2 edits either;
 * Delete takes away; Ctrl/Cmd-C copies the value.
 */
export function FieldTree({
  document,
  editing,
  mayEdit,
  judged,
  onTyping,
}: {
  /** The path of the document; undefined for one that is made here, which nobody else changes. */
  readonly document?: string
  readonly editing: Editing
  readonly mayEdit: boolean
  /** What rules let the person do whom the screen is seen as; undefined while it is seen as oneself. */
  readonly judged?: JudgedFields | undefined
  /** Whether something is typed in an open editor and not applied; must be the same function from render to render. */
  readonly onTyping: (isTyping: boolean) => void
}) {
  const { shown, changes, onTheWay } = editing
  const unsaved = useMemo(() => [...onTheWay, ...changes], [onTheWay, changes])
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const [focusedKey, setFocusedKey] = useState<string>()
  const [open, setOpen] = useState<Open>()
  const tree = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef<string>(undefined)
  const rows = useMemo(() => treeRows(shown, unfolded), [shown, unfolded])
  const focusable = rows.some(({ key }) => key === focusedKey) ? focusedKey : rows[0]?.key

  const focusRow = (key: string): void =>
    tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus()
  useEffect(() => {
    const key = wantsFocus.current
    wantsFocus.current = undefined
    if (key !== undefined) focusRow(key)
  })
  /** With the next painting, which then knows already where the focus will be. */
  const focusLater = (key: string | undefined): void => {
    wantsFocus.current = key
    setFocusedKey(key)
  }

  const toggle = (row: TreeRow, isOpen = !row.isExpanded): void => {
    const next = new Set(unfolded)
    if (isOpen) next.add(row.key)
    else next.delete(row.key)
    setUnfolded(next)
  }
  const remove = (row: TreeRow): void => {
    const at = rows.findIndex(({ key }) => key === row.key)
    focusLater((rows[at + 1] ?? rows[at - 1])?.key)
    editing.set(row.path, undefined)
  }
  const addInside = (row: TreeRow): void => {
    toggle(row, true)
    openEditor('inside', row.path, row.value)
  }
  const close = (path: ValuePath): void => {
    setOpen(undefined)
    focusLater(keyOf(path))
  }

  const openEditor = (kind: Open['kind'], path: ValuePath, value: TypedValue): void => {
    setOpen({ kind, path, value, since: editing.version })
  }

  const actions: RowActions = {
    toggle: (row) => toggle(row),
    edit: (row) => openEditor('value', row.path, row.value),
    addInside,
    operate: (row, kind) => openEditor('value', row.path, { kind, values: [] }),
    remove,
    focus: ({ key }) => setFocusedKey(key),
  }
  const rowActions = useStableActions(actions)

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['key'] === undefined) return
    const at = rows.findIndex(({ key }) => key === focusable)
    const row = rows[at]
    if (row === undefined) return
    if (event.ctrlKey || event.metaKey) {
      const isCopy = event.key === 'c' && getSelection()?.isCollapsed !== false
      if (isCopy) void navigator.clipboard?.writeText(formatText(row.value))
      return
    }
    const action = treeAction(rows, at, event.key)
    if (action === undefined) return
    event.preventDefault()
    if (action.kind === 'focus') focusRow(action.key)
    if (action.kind === 'toggle') toggle(row)
    if (action.kind === 'edit' && mayEdit) actions.edit(row)
    if (action.kind === 'remove' && mayEdit) remove(row)
  }

  /** Below an open editor, as long as applying would meet what somebody else did to the field since. */
  const overtaken = ({ path, since }: Open) => {
    // An array changes as a whole, and what is changed here already is asked about below the document.
    const inArray = path.findIndex((step) => typeof step === 'number')
    const field = inArray === -1 ? path : path.slice(0, inArray)
    const isAsked = editing.version.isThere !== since.isThere || isChangedAt(field, editing.conflicts)
    return (
      document !== undefined &&
      !isAsked &&
      editing.isOvertaken(field, since) && (
        <OvertakenNotice
          document={document}
          path={field}
          fields={editing.version.fields}
          onKeepMine={() => setOpen((before) => before && { ...before, since: editing.version })}
          onTakeTheirs={() => close(path)}
        />
      )
    )
  }
  const newValueEditor = ({ path, since }: Open) => {
    const parent = valueAt(shown, path)
    return (
      <ValueEditor
        label={path.length === 0 ? dataTexts.addField : dataTexts.addInside(formatPath(path))}
        value={undefined}
        isElement={parent?.kind === 'array'}
        mayOperate={parent?.kind === 'map' && mayOperateAt(path)}
        {...(parent?.kind === 'map' && { naming: { name: '', taken: new Set(parent.fields.keys()) } })}
        onTyping={onTyping}
        onCancel={() => close(path)}
        onApply={(value, name) => {
          const added = [...path, parent?.kind === 'array' ? parent.values.length : name]
          editing.set(added, value, since)
          close(added)
        }}
      />
    )
  }
  const valueEditor = ({ path, value, since }: Open) => {
    const parent = valueAt(shown, path.slice(0, -1))
    const old = path.at(-1)
    const others = parent?.kind === 'map' ? [...parent.fields.keys()].filter((name) => name !== old) : []
    return (
      <ValueEditor
        label={
          isOperation(value) ? dataTexts.operateOn[value.kind](formatPath(path)) : dataTexts.editField(formatPath(path))
        }
        value={value}
        isElement={typeof old === 'number'}
        mayOperate={mayOperateAt(path)}
        {...(typeof old === 'string' && { naming: { name: old, taken: new Set(others) } })}
        onTyping={onTyping}
        onCancel={() => close(path)}
        onApply={(next, name) => {
          if (typeof old === 'number' || name === old) editing.set(path, next, since)
          else editing.rename(path, name, next, since)
          close(typeof old === 'number' ? path : [...path.slice(0, -1), name])
        }}
      />
    )
  }

  // The line of an open editor stays, also when somebody else takes the field away.
  const openKey = open?.kind === 'value' ? keyOf(open.path) : undefined
  const isOrphan = open !== undefined && openKey !== undefined && rows.every(({ key }) => key !== openKey)
  const lines = isOrphan ? [...rows, ...orphanRow(open.path, open.value)] : rows
  const hidden = shown.size - childrenMax
  return (
    <div>
      <div ref={tree} role="treegrid" aria-label={dataTexts.fields} onKeyDown={onKeyDown}>
        {lines.map((row) => {
          const isInside = open?.kind === 'inside' && keyOf(open.path) === row.key
          const hasMore = row.isExpanded && sizeOf(row.value) > childrenMax
          return open !== undefined && row.key === openKey ? (
            <EditorRow key={row.key} level={row.level} title={formatPath(row.path)}>
              {valueEditor(open)}
              {!isOperation(open.value) && overtaken(open)}
            </EditorRow>
          ) : (
            <FieldRow
              key={row.key}
              row={row}
              isChanged={isChangedAt(row.path, unsaved)}
              isFocusable={row.key === focusable}
              mayEdit={mayEdit}
              judged={judged?.document}
              isDenied={judged?.isDenied === true}
              lockedBy={judged?.lockOf(row.path)}
              actions={rowActions}
              below={
                (isInside || hasMore) && (
                  <>
                    {isInside && (
                      <EditorRow level={row.level + 1} title={dataTexts.addInside(formatPath(row.path))}>
                        {newValueEditor(open)}
                        {row.value.kind === 'array' && overtaken(open)}
                      </EditorRow>
                    )}
                    {hasMore && (
                      <p role="row" aria-level={row.level + 1} className="px-8 py-2 text-table text-ink-2">
                        <span role="gridcell">{dataTexts.moreInside(sizeOf(row.value) - childrenMax)}</span>
                      </p>
                    )}
                  </>
                )
              }
            />
          )
        })}
      </div>
      {hidden > 0 && <p className="px-3 py-2 text-table text-ink-2">{dataTexts.moreInside(hidden)}</p>}
      {open?.kind === 'inside' && open.path.length === 0 ? (
        <div className="px-3">{newValueEditor(open)}</div>
      ) : (
        mayEdit && (
          <div className="px-3 py-2">
            <Button
              size="small"
              variant="quiet"
              icon={<Plus />}
              onPress={() => openEditor('inside', [], { kind: 'map', fields: shown })}
            >
              {dataTexts.addField}
            </Button>
          </div>
        )
      )}
    </div>
  )
}

/** Of the last render, but always the same object, so that rows needn't be rendered for it. */
function useStableActions(actions: RowActions): RowActions {
  const latest = useRef(actions)
  latest.current = actions
  return useMemo(
    () => ({
      toggle: (row) => latest.current.toggle(row),
      edit: (row) => latest.current.edit(row),
      addInside: (row) => latest.current.addInside(row),
      operate: (row, type) => latest.current.operate(row, type),
      remove: (row) => latest.current.remove(row),
      focus: (row) => latest.current.focus(row),
    }),
    [],
  )
}

function EditorRow({
  level,
  title,
  children,
}: {
  readonly level: number
  readonly title: string
  readonly children: ReactNode
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

function orphanRow(path: ValuePath, value: TypedValue): readonly TreeRow[] {
  const key = keyOf(path)
  const isElement = typeof path.at(-1) === 'number'
  return [{ key, path, name: '', value, level: 1, isElement, isExpandable: false, isExpanded: false }]
}
