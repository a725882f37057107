import { Link } from '@tanstack/react-router'
import { ArrowUpRight, ChevronRight, Pencil, Plus, Trash2 } from 'lucide-react'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { encodePath } from '../../../documents/data-path.ts'
import { formatPath, sizeOf, type TreeRow } from '../tree-rows.ts'
import { useGlow } from '../use-glow.ts'
import { preview } from '../../../documents/values/preview.ts'
import { isOperation } from '../../../documents/values/typed-value.ts'
import { fieldGrid } from './field-grid.ts'

/** One value of the tree: name, type, value, and what can be done with it. */
export function FieldRow({
  row,
  isChanged,
  isFocusable,
  mayEdit,
  onToggle,
  onEdit,
  onAddInside,
  onRemove,
  onFocus,
}: {
  readonly row: TreeRow
  /** Not saved yet. */
  readonly isChanged: boolean
  /** Whether Tab comes to this row and to what can be done with it; the arrow keys reach the others. */
  readonly isFocusable: boolean
  readonly mayEdit: boolean
  readonly onToggle: () => void
  readonly onEdit: () => void
  readonly onAddInside: () => void
  readonly onRemove: () => void
  readonly onFocus: () => void
}) {
  const { value, name } = row
  const path = formatPath(row.path)
  const text = preview(value)
  const glow = useGlow(`${value.type} ${text}`, isChanged)
  const isContainer = value.type === 'map' || value.type === 'array'
  return (
    <div
      role="row"
      data-key={row.key}
      tabIndex={isFocusable ? 0 : -1}
      aria-level={row.level}
      {...(row.isExpandable && { 'aria-expanded': row.isExpanded })}
      onFocus={onFocus}
      onDoubleClick={mayEdit ? onEdit : undefined}
      className={classNames(
        fieldGrid,
        'group relative min-h-(--row) items-center px-3 py-1 text-table outline-offset-[-2px] hover:bg-ground-2',
        isChanged && 'shadow-[inset_2px_0_var(--ember)]',
      )}
    >
      <span role="rowheader" className="flex min-w-0 items-center font-mono text-code" style={indent(row.level)}>
        {row.isExpandable ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={row.isExpanded ? dataTexts.fold(path) : dataTexts.unfold(path)}
            onClick={onToggle}
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
      </span>
      <span role="gridcell" className="truncate text-ink-2">
        {valueTexts.types[value.type]}
        {isContainer && <span className="text-ink-3"> {sizeOf(value)}</span>}
      </span>
      <span
        role="gridcell"
        className="col-span-full min-w-0 pl-5 font-mono text-code @md:col-span-1 @md:pl-0"
        title={value.type === 'timestamp' ? dataTexts.localTime(formatDateTime(Date.parse(value.value))) : text}
      >
        <span key={glow} className={classNames('block min-w-0 rounded-small', glow > 0 && 'animate-glow')}>
          {isOperation(value) ? (
            <Badge tone="attention">{dataTexts.whenSaved(valueTexts.types[value.type], text)}</Badge>
          ) : (
            <bdi className={classNames('block truncate', (isContainer || value.type === 'null') && 'text-ink-2')}>
              {row.isExpanded ? '' : text}
            </bdi>
          )}
        </span>
      </span>
      <span
        role="gridcell"
        className="absolute top-1 right-2 flex items-center rounded bg-ground-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 touch:static touch:col-start-3 touch:row-start-1 touch:bg-transparent touch:opacity-100 touch:@md:col-start-4"
      >
        {value.type === 'reference' && value.database === undefined && (
          <ReferenceLink path={value.path} isFocusable={isFocusable} />
        )}
        {mayEdit && (
          <>
            {isContainer && (
              <IconButton
                size="small"
                label={dataTexts.addInside(path)}
                excludeFromTabOrder={!isFocusable}
                onPress={onAddInside}
              >
                <Plus />
              </IconButton>
            )}
            <IconButton
              size="small"
              label={dataTexts.editField(path)}
              excludeFromTabOrder={!isFocusable}
              onPress={onEdit}
            >
              <Pencil />
            </IconButton>
            <IconButton
              size="small"
              label={dataTexts.deleteField(path)}
              excludeFromTabOrder={!isFocusable}
              onPress={onRemove}
            >
              <Trash2 />
            </IconButton>
          </>
        )}
      </span>
    </div>
  )
}

function ReferenceLink({ path, isFocusable }: { readonly path: string; readonly isFocusable: boolean }) {
  const project = useProject()
  return (
    <Link
      to="/projects/$project/data/$"
      params={{ project: project.id, _splat: encodePath(path) }}
      tabIndex={isFocusable ? 0 : -1}
      aria-label={dataTexts.openReference(path)}
      title={dataTexts.openReference(path)}
      className="grid size-6 place-items-center rounded text-ink-2 hover:bg-ground-3 hover:text-ink-1 touch:size-10"
    >
      <ArrowUpRight className="size-4" aria-hidden="true" />
    </Link>
  )
}

/** Deep values stay readable on a phone. */
function indent(level: number): { readonly paddingInlineStart: string } {
  return { paddingInlineStart: `${Math.min(level - 1, 8) * 0.875}rem` }
}
