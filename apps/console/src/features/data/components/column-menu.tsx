import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, EyeOff, MoveHorizontal, Pin, PinOff } from 'lucide-react'
import { columnTexts } from '../../../texts/en/data-columns.ts'
import { ContextMenu } from '../../../ui/context-menu.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import type { GridColumn } from '../columns/grid-column.ts'
import type { DocumentGridProps } from './document-grid-props.ts'

/** What can be done with a column. */
export function ColumnMenu({
  column: { field, isPinned },
  columns,
  x,
  y,
  ordering,
  orderedBy,
  onSort,
  onColumn,
  onClose,
}: Pick<DocumentGridProps, 'columns' | 'ordering' | 'orderedBy' | 'onSort'> & {
  readonly column: GridColumn
  readonly x: number
  readonly y: number
  readonly onColumn: NonNullable<DocumentGridProps['onColumn']>
  readonly onClose: () => void
}) {
  const at = columns.findIndex((one) => one.field === field)
  const isDescending = orderedBy === field && ordering?.isDescending === true
  const isAscending = orderedBy === field && !isDescending
  return (
    <ContextMenu label={columnTexts.menu(field)} x={x} y={y} onClose={onClose}>
      {!isAscending && !isDescending && (
        <MenuItem icon={<ArrowUp />} onAction={() => onSort(field)}>
          {columnTexts.ascending}
        </MenuItem>
      )}
      {isAscending && (
        <MenuItem icon={<ArrowDown />} onAction={() => onSort(field)}>
          {columnTexts.descending}
        </MenuItem>
      )}
      <MenuItem
        icon={isPinned ? <PinOff /> : <Pin />}
        onAction={() => onColumn(field, { kind: 'pin', isPinned: !isPinned })}
      >
        {isPinned ? columnTexts.unpin : columnTexts.pin}
      </MenuItem>
      {at > 0 && (
        <MenuItem icon={<ArrowLeft />} shortcut="Alt ←" onAction={() => onColumn(field, { kind: 'move', to: at - 1 })}>
          {columnTexts.left}
        </MenuItem>
      )}
      {at < columns.length - 1 && (
        <MenuItem icon={<ArrowRight />} shortcut="Alt →" onAction={() => onColumn(field, { kind: 'move', to: at + 1 })}>
          {columnTexts.right}
        </MenuItem>
      )}
      <MenuItem icon={<MoveHorizontal />} onAction={() => onColumn(field, { kind: 'width', width: undefined })}>
        {columnTexts.usualWidth}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<EyeOff />} onAction={() => onColumn(field, { kind: 'hide' })}>
        {columnTexts.hide}
      </MenuItem>
    </ContextMenu>
  )
}
