import { FolderOpen, ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { messageOf, reactionTo } from '../../../backend/errors/reaction.ts'
import { useConnection } from '../../../backend/live/connection.ts'
import { useProject } from '../../../session/project-context.tsx'
import { SeenRows } from '../../../shared/see-as/seen-rows.tsx'
import type { RowVerdict } from '../../../shared/see-as/verdicts.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { OfflineState } from '../../../ui/offline-banner.tsx'
import { QueryFailed } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Selection } from '../../../ui/use-selection.ts'
import type { FileOrder, SortColumn } from '../file-order.ts'
import type { FileActs } from '../use-row-keys.ts'
import type { Folder } from '../use-folder.ts'
import { FileGrid } from './file-grid.tsx'
import { fileColumns } from './file-row.tsx'
import { FileTable } from './file-table.tsx'
import { orderTexts } from '../../../texts/en/order.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'

export interface FolderListProps {
  readonly folder: string
  readonly listing: Folder
  readonly order: FileOrder
  readonly onOrder: (order: FileOrder) => void
  readonly layout: 'list' | 'grid'
  /** The name of the open file. */
  readonly open: string | undefined
  /** Takes over a focus that was lost on the way, as soon as the list is there. */
  readonly takesFocus: boolean
  readonly selection: Selection
  /** Shown over the list while something is dragged over the page. */
  readonly dropLabel: string | undefined
  /** Left out for who may only read. */
  readonly fileActs: FileActs | undefined
  /** What rules let the person do whom the files are seen as, by path. */
  readonly verdictOf: (path: string) => RowVerdict | undefined
}

/** What a folder holds, in whatever state that is. */
export function FolderList(props: FolderListProps) {
  const { folder, listing, open, takesFocus, dropLabel } = props
  const section = useRef<HTMLElement>(null)
  const isKnown = listing.pages !== undefined
  const count = listing.folders.length + listing.files.length
  const countBefore = useRef(count)
  useEffect(() => {
    const isShorter = count < countBefore.current
    countBefore.current = count
    // Only for who stood on something that went: with the folder before, or with its row. The tree keeps its own focus.
    if (!isKnown || !(takesFocus || isShorter) || document.activeElement !== document.body) return
    const row = section.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
    ;(row ?? section.current)?.focus({ preventScroll: isShorter })
  }, [isKnown, takesFocus, count])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={filesTexts.listOf(folder)}
      className={classNames(
        'relative min-w-0 overflow-hidden rounded-large border border-line bg-ground-1 tablet:block',
        open !== undefined && 'hidden',
      )}
    >
      <ListBody {...props} />
      {listing.hasMore && (
        <div className="flex justify-center p-3">
          <Button size="small" onPress={listing.loadMore} isPending={listing.isAsking}>
            {filesTexts.more}
          </Button>
        </div>
      )}
      {dropLabel !== undefined && (
        <div className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-large border-2 border-dashed border-sky bg-sky-wash p-2 text-center font-medium text-ink-1">
          {dropLabel}
        </div>
      )}
    </section>
  )
}

function ListBody(props: FolderListProps) {
  const { folder, listing, order, onOrder, layout, open, selection, fileActs, verdictOf } = props
  const shown = {
    folder,
    folders: listing.folders,
    files: listing.files,
    order,
    open,
    selection,
    fileActs,
    verdictOf,
  }
  const project = useProject()
  const isReachable = useConnection().status === 'live'
  if (listing.pages === undefined) {
    // It is asked for again by itself when the server is back.
    if (!isReachable && (listing.error === undefined || reactionTo(listing.error).kind === 'unreachable')) {
      return <OfflineState />
    }
    return listing.error === undefined ? (
      <Skeleton rows={8} />
    ) : (
      <QueryFailed title={filesTexts.failed} error={listing.error} onRetry={listing.reload} />
    )
  }
  return (
    <>
      {listing.error !== undefined && (
        <div className="p-3">
          <Notice tone="attention" isAnnounced>
            {filesTexts.notNewest}: {messageOf(listing.error)}
          </Notice>
        </div>
      )}
      {listing.folders.length + listing.files.length === 0 ? (
        <EmptyState icon={<FolderOpen />} title={folder === '' ? filesTexts.emptyRoot : filesTexts.emptyFolder}>
          {project.mayWrite ? filesTexts.empty : filesTexts.emptyForViewer}
          {folder !== '' && <p>{filesTexts.folderHelp}</p>}
        </EmptyState>
      ) : (
        <>
          <OrderChoice order={order} onOrder={onOrder} isAlways={layout === 'grid'} />
          <SeenRows area="files">
            {layout === 'grid' ? <FileGrid {...shown} /> : <FileTable {...shown} onOrder={onOrder} />}
          </SeenRows>
        </>
      )}
    </>
  )
}

const kinds: Readonly<Record<SortColumn, keyof typeof orderTexts>> = {
  name: 'text',
  size: 'number',
  type: 'text',
  updated: 'time',
}

/** The order where no columns have headings to press: on a phone and, `isAlways`, in a grid. */
function OrderChoice({
  order,
  onOrder,
  isAlways,
}: {
  readonly order: FileOrder
  readonly onOrder: (order: FileOrder) => void
  readonly isAlways: boolean
}) {
  const { column, isDescending } = order
  const words = orderTexts[kinds[column]]
  return (
    <div
      className={classNames(
        'flex items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-3',
        !isAlways && 'tablet:hidden',
      )}
    >
      <div className="min-w-0 flex-1 tablet:max-w-44">
        <Select
          label={filesTexts.orderBy}
          hasHiddenLabel
          size="small"
          options={fileColumns.map((id) => ({ id, label: filesTexts.byColumn[id] }))}
          value={column}
          onChange={(chosen) => onOrder({ column: chosen, isDescending })}
        />
      </div>
      <IconButton
        label={filesTexts.turnAround(isDescending ? words.descending : words.ascending)}
        onPress={() => onOrder({ column, isDescending: !isDescending })}
      >
        {isDescending ? <ArrowDown /> : <ArrowUp />}
      </IconButton>
    </div>
  )
}
