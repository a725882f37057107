import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { ContextMenu } from '../../../ui/context-menu.tsx'
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
import { FieldMenu, type FieldMenuActs } from './field-menu.tsx'
import { FieldNameForm } from './field-name-form.tsx'
import { FieldRow, type RowActions } from './field-row.tsx'
import type { JudgedFields } from '../see-as/judged-panel.tsx'
import { OvertakenNotice } from './conflict-notice.tsx'
import { ValueEditor } from './value-editor.tsx'

/** What is being edited: a value, its name, or a new one inside a map or an array; the document itself is the empty path. */
interface Open {
  readonly kind: 'value' | 'name' | 'inside'
  readonly path: ValuePath
  /** What it was when the editor opened: it stays, whatever others do to it meanwhile. */
  readonly value: TypedValue
  readonly since: Version
}

/**
 * The fields of a document as a tree. Arrows move, open and close; Enter edits a value and opens a map or an array; F2 edits either;
 * Delete takes away; Ctrl/Cmd-C copies the value; Shift-F10 or a right click says what else can be done.
 */
export function FieldTree({
  document,
  editing,
  mayEdit,
  judged,
  save,
  onTyping,
}: {
  /** The path of the document; undefined for one that is made here, which nobody else changes. */
  readonly document?: string
  readonly editing: Editing
  readonly mayEdit: boolean
  /** What rules let the person do whom the screen is seen as; undefined while it is seen as oneself. */
  readonly judged?: JudgedFields | undefined
  /** Saves what was edited, as of the next painting; undefined where it is saved with something else. */
  readonly save?: () => void
  /** Whether something is typed in an open editor and not applied; must be the same function from render to render. */
  readonly onTyping: (isTyping: boolean) => void
}) {
  const { shown, changes, onTheWay } = editing
  const unsaved = useMemo(() => [...onTheWay, ...changes], [onTheWay, changes])
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const [focusedKey, setFocusedKey] = useState<string>()
  const [open, setOpen] = useState<Open>()
  const [menu, setMenu] = useState<{ readonly row: TreeRow; readonly x: number; readonly y: number }>()
  // Together with what is collected already each change waits for the others.
  const saveAtOnce = changes.length === 0 ? save : undefined
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
    saveAtOnce?.()
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
    openMenu: (row, x, y) => setMenu({ row, x, y }),
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
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const { left, bottom } = event.target.getBoundingClientRect()
      event.preventDefault()
      setMenu({ row, x: left + 16, y: bottom - 4 })
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
        saving={saveAtOnce === undefined ? 'later' : 'at-once'}
        onTyping={onTyping}
        onCancel={() => close(path)}
        onApply={(value, name, _, isLater) => {
          const added = [...path, parent?.kind === 'array' ? parent.values.length : name]
          editing.set(added, value, since)
          if (!isLater) saveAtOnce?.()
          close(added)
        }}
      />
    )
  }
  const valueEditor = ({ path, value, since }: Open) => (
    <ValueEditor
      label={
        isOperation(value) ? dataTexts.operateOn[value.kind](formatPath(path)) : dataTexts.editField(formatPath(path))
      }
      value={value}
      isElement={typeof path.at(-1) === 'number'}
      mayOperate={mayOperateAt(path)}
      saving={saveAtOnce === undefined ? 'later' : 'at-once'}
      onTyping={onTyping}
      onCancel={() => close(path)}
      onApply={(next, _, __, isLater) => {
        editing.set(path, next, since)
        if (!isLater) saveAtOnce?.()
        close(path)
      }}
    />
  )
  const nameEditor = ({ path, value, since }: Open) => {
    const parent = valueAt(shown, path.slice(0, -1))
    const old = String(path.at(-1))
    const others = parent?.kind === 'map' ? [...parent.fields.keys()].filter((name) => name !== old) : []
    return (
      <FieldNameForm
        name={old}
        taken={new Set(others)}
        save={saveAtOnce === undefined ? dataTexts.apply : dataTexts.save}
        onTyping={onTyping}
        onCancel={() => close(path)}
        onApply={(name, isLater) => {
          if (name !== old) editing.rename(path, name, valueAt(shown, path) ?? value, since)
          if (name !== old && !isLater) saveAtOnce?.()
          close([...path.slice(0, -1), name])
        }}
      />
    )
  }
  const menuActs = (row: TreeRow): FieldMenuActs => ({
    edit: () => actions.edit(row),
    rename: () => openEditor('name', row.path, row.value),
    addInside: () => addInside(row),
    operate: (kind) => openEditor('value', row.path, { kind, values: [] }),
    convert: (value) => {
      editing.set(row.path, value, editing.version)
      saveAtOnce?.()
    },
    remove: () => remove(row),
  })

  // The line of an open editor stays, also when somebody else takes the field away.
  const openKey = open === undefined || open.kind === 'inside' ? undefined : keyOf(open.path)
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
              {open.kind === 'name' ? nameEditor(open) : valueEditor(open)}
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
      {menu !== undefined && (
        <ContextMenu
          label={dataTexts.moreFor(formatPath(menu.row.path))}
          x={menu.x}
          y={menu.y}
          onClose={() => setMenu(undefined)}
        >
          <FieldMenu row={menu.row} acts={mayEdit ? menuActs(menu.row) : undefined} />
        </ContextMenu>
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
      openMenu: (row, x, y) => latest.current.openMenu(row, x, y),
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
