import { Redo2, Undo2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { columnTexts } from '../../../texts/en/data-columns.ts'
import { formatNumber } from '../../../texts/format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { sizeOfBox } from '../cells/grid-range.ts'
import type { GridCursor } from '../cells/grid-cursor.ts'
import { useClock } from '../use-clock.ts'
import type { UndoSteps } from '../undo-steps.ts'
import type { ReactNode } from 'react'

/** Below a table: where somebody is, what is held, and by whose clock times are told. */
export function GridFoot({
  cursor,
  undos,
  count,
  hasMore,
  found,
  children,
}: {
  readonly cursor: GridCursor
  /** undefined where nothing may be changed. */
  readonly undos: UndoSteps | undefined
  /** How many documents there are, as far as it is known. */
  readonly count: number
  readonly hasMore: boolean
  /** Said in the place of the number, where something was looked for. */
  readonly found: string | undefined
  /** What else is to be said. */
  readonly children?: ReactNode
}) {
  const { row, box } = useSyncExternalStore(cursor.subscribe, cursor.getSnapshot)
  const [clock, setClock] = useClock()
  const all = columnTexts.count(count, formatNumber(count), hasMore)
  return (
    <div className="flex h-9 items-center gap-4 border-t border-line bg-ground-0 px-3 text-small text-ink-2 touch:h-11">
      <span role="status" className="min-w-0 truncate">
        {found ??
          (row === undefined || row < 0 || hasMore || row >= count
            ? all
            : columnTexts.row(formatNumber(row + 1), formatNumber(count)))}
      </span>
      {box !== undefined && <span>{columnTexts.held(formatNumber(sizeOfBox(box)))}</span>}
      {children}
      {undos !== undefined && <UndoButtons undos={undos} />}
      <span
        role="group"
        aria-label={columnTexts.clock}
        className={classNames('flex shrink-0 rounded bg-ground-2 p-0.5', undos === undefined && 'ml-auto')}
      >
        {(['local', 'utc'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={clock === one}
            onClick={() => setClock(one)}
            className="h-6 rounded-small px-2 text-ink-2 hover:text-ink-1 aria-pressed:bg-ground-3 aria-pressed:text-ink-1 touch:h-9"
          >
            {one === 'utc' ? columnTexts.utc : columnTexts.localTime}
          </button>
        ))}
      </span>
    </div>
  )
}

function UndoButtons({ undos }: { readonly undos: UndoSteps }) {
  const { canUndo, canRedo } = useSyncExternalStore(undos.subscribe, undos.getSnapshot)
  return (
    <span className="ml-auto flex shrink-0">
      <IconButton size="small" label={cellTexts.undoLast} isDisabled={!canUndo} onPress={() => undos.undo()}>
        <Undo2 />
      </IconButton>
      <IconButton size="small" label={cellTexts.redoLast} isDisabled={!canRedo} onPress={() => undos.redo()}>
        <Redo2 />
      </IconButton>
    </span>
  )
}
