import { Link } from '@tanstack/react-router'
import { ArrowUpRight, ChevronRight, Ellipsis, Lock, Pencil, Plus } from 'lucide-react'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { deniedClasses, lockedClasses } from '../../../shared/see-as/judged-row.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { seeAsTexts } from '../../../texts/en/see-as.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { encodePath } from '../../../documents/data-path.ts'
import { formatPath, sizeOf, type TreeRow } from '../tree-rows.ts'
import { useGlow } from '../use-glow.ts'
import { formatLocalTime } from '../../../documents/values/local-time.ts'
import { preview } from '../../../documents/values/preview.ts'
import { equals, isOperation, type TypedValue } from '../../../documents/values/typed-value.ts'

/** What can be done with a row of the tree. */
export interface RowActions {
  readonly toggle: (row: TreeRow) => void
  readonly edit: (row: TreeRow) => void
  readonly addInside: (row: TreeRow) => void
  /** Opens the menu of what else can be done, in the window at this place in CSS pixels. */
  readonly openMenu: (row: TreeRow, x: number, y: number) => void
  readonly focus: (row: TreeRow) => void
}

interface FieldRowProps {
  readonly row: TreeRow
  /** Not saved yet. */
  readonly isChanged: boolean
  /** Whether Tab comes to this row and to what can be done with it; the arrow keys reach the others. */
  readonly isFocusable: boolean
  readonly mayEdit: boolean
  /** The path of the document, where it is judged by rules; whether it is denied, and which field may not be changed that holds this value. */
  readonly judged: string | undefined
  readonly isDenied: boolean
  readonly lockedBy: string | undefined
  /** Stays the same object. */
  readonly actions: RowActions
  /** Lines that belong to it. */
  readonly below: ReactNode
}

/**
 * One value of the tree: name, type, value, and what can be done with it. Painted again only when something of it changed, and not at all
 * while it is off the screen.
 */
export const FieldRow = memo(
  PlainRow,
  (before, after) =>
    before.isChanged === after.isChanged &&
    before.isFocusable === after.isFocusable &&
    before.mayEdit === after.mayEdit &&
    before.judged === after.judged &&
    before.isDenied === after.isDenied &&
    before.lockedBy === after.lockedBy &&
    before.actions === after.actions &&
    before.below === after.below &&
    isSameRow(before.row, after.row),
)

/** The key says where it stands. */
function isSameRow(one: TreeRow, other: TreeRow): boolean {
  return (
    one === other ||
    (one.key === other.key &&
      one.name === other.name &&
      one.isExpandable === other.isExpandable &&
      one.isExpanded === other.isExpanded &&
      equals(one.value, other.value))
  )
}

function PlainRow(props: FieldRowProps) {
  const { row, isChanged, isFocusable, mayEdit, judged, isDenied, lockedBy, actions, below } = props
  const isLocked = !isDenied && lockedBy !== undefined
  const { value, name } = row
  const path = formatPath(row.path)
  const text = preview(value)
  const glow = useGlow(`${value.kind} ${text}`, isChanged)
  const isContainer = value.kind === 'map' || value.kind === 'array'
  return (
    <div
      role="presentation"
      className="border-b border-line [contain-intrinsic-block-size:auto_calc(var(--row)+1px)] [content-visibility:auto]"
    >
      <div
        role="row"
        data-key={row.key}
        {...(judged !== undefined && { 'data-judged': judged })}
        {...(isDenied && { 'data-denied': '' })}
        {...(isLocked && { 'data-locked': lockedBy })}
        tabIndex={isFocusable ? 0 : -1}
        aria-level={row.level}
        {...(row.isExpandable && { 'aria-expanded': row.isExpanded })}
        onFocus={() => actions.focus(row)}
        onDoubleClick={mayEdit ? () => actions.edit(row) : undefined}
        onContextMenu={(event) => {
          // With Shift, and on words that are selected, it is the browser's.
          if (event.shiftKey || getSelection()?.isCollapsed === false) return
          event.preventDefault()
          actions.openMenu(row, event.clientX, event.clientY)
        }}
        className={classNames(
          fieldGrid,
          'group relative min-h-(--row) items-center px-3 py-1 text-table outline-offset-[-2px] hover:bg-ground-2',
          isChanged && 'shadow-[inset_2px_0_var(--ember)]',
          isDenied && deniedClasses,
          isLocked && lockedClasses,
        )}
      >
        <span role="rowheader" className="flex min-w-0 items-center font-mono text-code" style={indent(row.level)}>
          {row.isExpandable ? (
            <button
              type="button"
              tabIndex={-1}
              aria-label={row.isExpanded ? dataTexts.fold(path) : dataTexts.unfold(path)}
              onClick={() => actions.toggle(row)}
              className="-ml-1 grid size-6 shrink-0 place-items-center rounded-small text-ink-2 hover:bg-ground-3"
            >
              <ChevronRight className={classNames('size-3.5', row.isExpanded && 'rotate-90')} aria-hidden="true" />
            </button>
          ) : (
            <span className="-ml-1 w-6 shrink-0" />
          )}
          <bdi className={classNames('truncate', row.isElement && 'text-ink-3')} title={path}>
            {name}
          </bdi>
          {isLocked && (
            <Lock role="img" aria-label={seeAsTexts.lockedField} className="ms-1.5 size-3 shrink-0 text-ink-3" />
          )}
          {isDenied && <span className="sr-only">, {seeAsTexts.notForThem}</span>}
        </span>
        <span role="gridcell" className="truncate text-ink-2">
          {valueTexts.types[value.kind]}
          {isContainer && <span className="text-ink-3"> {sizeOf(value)}</span>}
        </span>
        <span
          role="gridcell"
          // Words that run the other way stand where all values do.
          className="col-span-full min-w-0 pl-5 text-left font-mono text-code @md:col-span-1 @md:pl-0 rtl:text-right"
          title={text}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey) openBesideLink(event)
            else if (event.detail === 1 && getSelection()?.isCollapsed !== false) {
              if (row.isExpandable) actions.toggle(row)
              else if (mayEdit) actions.edit(row)
            }
          }}
        >
          <span key={glow} className={classNames('block min-w-0 rounded-small', glow > 0 && 'animate-glow')}>
            {isOperation(value) ? (
              <Badge tone="attention">{dataTexts.whenSaved(valueTexts.types[value.kind], text)}</Badge>
            ) : (
              <bdi
                {...(value.kind === 'timestamp' && { 'data-exact': text })}
                className={classNames(
                  'block truncate',
                  (isContainer || value.kind === 'null' || value.kind === 'boolean') && 'text-ink-2',
                  value.kind === 'timestamp' && exactBeside,
                )}
              >
                {row.isExpanded ? '' : value.kind === 'timestamp' ? formatLocalTime(value.micros) : text}
              </bdi>
            )}
          </span>
        </span>
        <span
          role="gridcell"
          className={classNames(
            'absolute top-1 right-2 flex items-center rounded bg-ground-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100',
            'touch:static touch:bg-transparent touch:opacity-100',
            'touch:col-start-3 touch:row-start-1 touch:@md:col-start-4',
          )}
        >
          {value.kind === 'reference' && <ReferenceLink reference={value} isFocusable={isFocusable} />}
          {mayEdit && (
            <>
              {isContainer && (
                <RowButton
                  label={dataTexts.addInside(path)}
                  isFocusable={isFocusable}
                  onClick={() => actions.addInside(row)}
                >
                  <Plus />
                </RowButton>
              )}
              <RowButton label={dataTexts.editField(path)} isFocusable={isFocusable} onClick={() => actions.edit(row)}>
                <Pencil />
              </RowButton>
            </>
          )}
          <RowButton
            label={dataTexts.moreFor(path)}
            isFocusable={isFocusable}
            onClick={(event) => {
              const { left, bottom } = event.currentTarget.getBoundingClientRect()
              actions.openMenu(row, left, bottom)
            }}
          >
            <Ellipsis />
          </RowButton>
        </span>
      </div>
      {below}
    </div>
  )
}

const rowControlClasses =
  'grid size-6 shrink-0 place-items-center rounded text-ink-2 hover:bg-ground-3 hover:text-ink-1 touch:size-10 [&_svg]:size-4'

/** The browser's own button: three of the library's in each row are most of what a document of many fields would take to come. */
function RowButton({
  label,
  isFocusable,
  onClick,
  children,
}: {
  readonly label: string
  readonly isFocusable: boolean
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      tabIndex={isFocusable ? 0 : -1}
      aria-label={label}
      title={label}
      onClick={onClick}
      className={rowControlClasses}
    >
      {children}
    </button>
  )
}

/** The same moment in UTC beside the time of this machine. */
const exactBeside =
  'group-hover:after:content-[attr(data-exact)] group-focus:after:content-[attr(data-exact)] after:ml-3 after:text-ink-3'

/** The way to the document, where it is in this project. */
function ReferenceLink({
  reference: { path, database },
  isFocusable,
}: {
  readonly reference: Extract<TypedValue, { kind: 'reference' }>
  readonly isFocusable: boolean
}) {
  const { project, id } = useDatabase()
  const inProject = `projects/${project.id}/databases/`
  if (database?.startsWith(inProject) === false) return null
  return (
    <Link
      to="/projects/$project/data/$"
      params={{ project: project.id, _splat: encodePath(path) }}
      search={databaseSearch(database?.slice(inProject.length) ?? id)}
      tabIndex={isFocusable ? 0 : -1}
      aria-label={dataTexts.openReference(path)}
      title={dataTexts.openReference(path)}
      className={rowControlClasses}
    >
      <ArrowUpRight aria-hidden="true" />
    </Link>
  )
}

/** With Ctrl or Cmd a reference opens as the link beside it would. */
function openBesideLink({ currentTarget }: MouseEvent): void {
  const link = currentTarget.closest('[role=row]')?.querySelector<HTMLAnchorElement>('a[href]')
  if (link) window.open(link.href, '_blank', 'noopener')
}

/** Deep values stay readable on a phone. */
function indent(level: number): { readonly paddingInlineStart: string } {
  return { paddingInlineStart: `${Math.min(level - 1, 8) * 0.875}rem` }
}

/**
 * The columns of the tree of fields: name, type, value; the value goes below where the panel is narrow. What can be done comes over
 * the end of a row that is pointed at; where nothing points, it has a column of its own.
 */
const fieldGrid = classNames(
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 @md:grid-cols-[minmax(6rem,1fr)_6rem_minmax(0,2.4fr)]',
  'touch:grid-cols-[minmax(0,1fr)_auto_auto] touch:@md:grid-cols-[minmax(6rem,1fr)_6rem_minmax(0,2.4fr)_7.5rem]',
)
