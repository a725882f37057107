import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo } from 'react'
import { joinPath } from '../../../shared/files/file-path.ts'
import type { RowVerdict } from '../../../shared/see-as/verdicts.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { Selection } from '../../../ui/use-selection.ts'
import { orderFiles, orderFolders, type FileOrder, type SortColumn } from '../file-order.ts'
import type { ListedFile } from '../queries/list-objects.ts'
import { useRowKeys, type FileActs } from '../use-row-keys.ts'
import { columnClasses, fileColumns, FileRow, FolderRow } from './file-row.tsx'

export interface FileTableProps {
  readonly folder: string
  readonly folders: readonly string[]
  readonly files: readonly ListedFile[]
  readonly order: FileOrder
  readonly onOrder: (order: FileOrder) => void
  readonly open: string | undefined
  readonly selection: Selection
  /** Left out for who may only read. */
  readonly fileActs: FileActs | undefined
  /** What rules let the person do whom the files are seen as, by path. */
  readonly verdictOf: (path: string) => RowVerdict | undefined
}

/** Folders first, then files. The rows are one stop of the keyboard; arrows go from one to the next. */
export function FileTable(props: FileTableProps) {
  const { folder, folders, files, order, onOrder, open, selection, fileActs, verdictOf } = props
  const orderedFolders = orderFolders(folders, order)
  const orderedFiles = orderFiles(files, order)
  const rows = [...orderedFolders.map((name) => `${name}/`), ...orderedFiles.map(({ name }) => name)]
  const keys = useRowKeys(folder, rows, open, { fileActs, onSelect: selection.toggle })
  // The open file says its type itself, and the list has less room beside it.
  const isBeside = open !== undefined
  const columns = useMemo(() => fileColumns.filter((column) => column !== 'type' || !isBeside), [isBeside])
  const chosen = rows.filter((row) => selection.keys.has(row)).length
  // Rows are drawn again when one of these is another, and not with each of the others: a list may have a thousand.
  const rowOf = (row: string) => ({
    folder,
    columns,
    isStop: row === keys.stop,
    onFocus: keys.onFocus,
    isChosen: selection.keys.has(row),
    onChoose: selection.toggle,
    path: joinPath(folder, row),
    verdict: verdictOf(joinPath(folder, row)),
  })
  return (
    <table
      {...(open !== undefined && { 'data-beside': true })}
      className="group/files w-full table-fixed border-collapse text-table"
    >
      <caption className="sr-only">{filesTexts.listOf(folder)}</caption>
      {/* A phone has no headings that could say how wide the first column is. */}
      <colgroup>
        <col className="w-10" />
      </colgroup>
      <thead className="max-tablet:hidden">
        <tr>
          <th scope="col" className="h-9 w-10 border-b border-line pl-4 text-left">
            <Checkbox
              label={filesTexts.selectAll}
              isSelected={rows.length > 0 && chosen === rows.length}
              isIndeterminate={chosen > 0 && chosen < rows.length}
              onChange={() => selection.toggleAll(rows)}
            />
          </th>
          {columns.map((column) => (
            <SortHeading key={column} column={column} order={order} onOrder={onOrder} />
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={keys.onKeyDown}>
        {orderedFolders.map((name) => (
          <FolderRow key={`${name}/`} name={name} {...rowOf(`${name}/`)} />
        ))}
        {orderedFiles.map((file) => (
          <FileRow key={file.name} file={file} isOpen={file.name === open} {...rowOf(file.name)} />
        ))}
      </tbody>
    </table>
  )
}

function SortHeading({
  column,
  order,
  onOrder,
}: {
  readonly column: SortColumn
  readonly order: FileOrder
  readonly onOrder: (order: FileOrder) => void
}) {
  const isChosen = order.column === column
  const Arrow = order.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isChosen ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
      className={classNames(
        'h-9 border-b border-line px-1 text-small font-medium text-ink-2',
        column === 'size' ? '' : 'text-left',
        columnClasses[column],
      )}
    >
      <button
        type="button"
        onClick={() => onOrder({ column, isDescending: isChosen ? !order.isDescending : column === 'updated' })}
        className="inline-flex h-7 items-center gap-1 rounded-small px-2 hover:bg-ground-3 hover:text-ink-1 touch:h-10"
      >
        {filesTexts.columns[column]}
        {isChosen && <Arrow className="size-3" aria-hidden="true" />}
      </button>
    </th>
  )
}
