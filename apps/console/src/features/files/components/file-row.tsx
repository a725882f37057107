import { Folder, File, FileText, Image, Music, Video } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { deniedClasses, judgedProps } from '../../../shared/see-as/judged-row.ts'
import { WhyButton } from '../../../shared/see-as/seen-rows.tsx'
import type { RowVerdict } from '../../../shared/see-as/verdicts.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { formatBytes } from '../../../texts/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { SortColumn } from '../file-order.ts'
import { previewKindOf, type PreviewKind } from '../preview-kind.ts'
import type { ListedFile } from '../queries/list-objects.ts'
import { linkOfRow } from '../use-row-keys.ts'
import { FileLink, FolderLink } from './item-links.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'

/** Widths, and which columns a narrower screen leaves out, the more so beside the details of a file. */
export const columnClasses: Readonly<Record<SortColumn, string>> = {
  name: '',
  size: 'w-24 text-right max-tablet:hidden max-desk:group-data-beside/files:hidden',
  type: 'w-44 max-desk:hidden',
  updated: 'w-36 max-tablet:hidden max-desk:group-data-beside/files:hidden',
}

export const fileColumns: readonly SortColumn[] = ['name', 'size', 'type', 'updated']

/** What a file is, at a glance. */
export const kindIcons: Readonly<Record<PreviewKind, typeof File>> = {
  image: Image,
  video: Video,
  audio: Music,
  pdf: FileText,
  text: FileText,
  none: File,
}

const linkClasses =
  'flex min-h-(--row) min-w-0 flex-1 items-center gap-2.5 px-3 outline-offset-[-2px] after:absolute after:inset-0 touch:min-h-11'

/** How a row shows what rules let somebody else do with it. */
export function lookOf(verdict: RowVerdict | undefined): string | undefined {
  if (verdict === undefined) return undefined
  return verdict.isAllowed ? 'shadow-[inset_3px_0_0_var(--moss)]' : deniedClasses
}

interface RowProps {
  readonly folder: string
  readonly columns: readonly SortColumn[]
  readonly isStop: boolean
  readonly onFocus: (row: string) => void
  readonly isChosen: boolean
  readonly onChoose: (row: string) => void
  /** The path of what the row is about. */
  readonly path: string
  /** What rules let the person do whom the files are seen as; undefined while they are seen as oneself. */
  readonly verdict: RowVerdict | undefined
}

export const FolderRow = memo(function FolderRow({
  folder,
  name,
  columns,
  isStop,
  onFocus,
  isChosen,
  onChoose,
  path,
  verdict,
}: RowProps & { readonly name: string }) {
  const row = `${name}/`
  return (
    <tr
      {...judgedProps(path, verdict)}
      className={classNames(
        'relative border-b border-line last:border-b-0',
        lookOf(verdict),
        isChosen ? 'bg-sky-wash' : 'hover:bg-ground-2',
      )}
    >
      <Choice name={name} isChosen={isChosen} onChoose={() => onChoose(row)} />
      <th scope="row" className="p-0 text-left font-normal">
        <div className="flex items-center">
          <FolderLink
            folder={folder}
            name={name}
            link={linkOfRow(row, isStop, onFocus)}
            className={linkClasses}
            icon={<Folder className="size-4 shrink-0 text-ink-3" aria-hidden="true" />}
          />
          {verdict?.isAllowed === false && <WhyButton className="relative mr-2 shrink-0" />}
        </div>
      </th>
      {columns.includes('size') && <td className={columnClasses.size} />}
      {columns.includes('type') && <Cell column="type">{filesTexts.folder}</Cell>}
      {columns.includes('updated') && <td className={columnClasses.updated} />}
    </tr>
  )
})

export const FileRow = memo(function FileRow({
  folder,
  file: { name, metadata },
  columns,
  isOpen,
  isStop,
  onFocus,
  isChosen,
  onChoose,
  path,
  verdict,
}: RowProps & { readonly file: ListedFile; readonly isOpen: boolean }) {
  const Icon = kindIcons[previewKindOf(metadata.contentType)]
  const size = formatBytes(metadata.size)
  return (
    <tr
      {...judgedProps(path, verdict)}
      className={classNames(
        'relative border-b border-line last:border-b-0',
        lookOf(verdict),
        isOpen || isChosen ? 'bg-sky-wash' : 'hover:bg-ground-2',
      )}
    >
      <Choice name={name} isChosen={isChosen} onChoose={() => onChoose(name)} />
      <th scope="row" className="p-0 text-left font-normal">
        <div className="flex items-center">
          <FileLink
            folder={folder}
            name={name}
            link={linkOfRow(name, isStop, onFocus)}
            isOpen={isOpen}
            isPublic={metadata.isPublic}
            className={linkClasses}
            icon={<Icon className="size-4 shrink-0 text-ink-3" aria-hidden="true" />}
          />
          {verdict?.isAllowed === false && <WhyButton className="relative mr-2 shrink-0" />}
        </div>
        {/* A phone has no room for the columns beside this one. */}
        <span className="-mt-2 block pb-1.5 pl-[2.375rem] text-small text-ink-2 tablet:hidden">
          {size}
          {' · '}
          <Moment at={Date.parse(metadata.updated)} />
        </span>
      </th>
      {columns.includes('size') && (
        <Cell column="size">
          <span className="tabular-nums">{size}</span>
        </Cell>
      )}
      {columns.includes('type') && <Cell column="type">{metadata.contentType}</Cell>}
      {columns.includes('updated') && (
        <Cell column="updated">
          <Moment at={Date.parse(metadata.updated)} />
        </Cell>
      )}
    </tr>
  )
})

/** Above the link that covers the row. The rows are one stop of the keyboard, and the space bar chooses there. */
function Choice({
  name,
  isChosen,
  onChoose,
}: {
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  return (
    <td className="relative z-1 w-10 pl-4">
      <Checkbox
        label={filesTexts.select(visibleDirections(name))}
        isSelected={isChosen}
        onChange={onChoose}
        excludeFromTabOrder
      />
    </td>
  )
}

function Cell({ column, children }: { readonly column: SortColumn; readonly children: ReactNode }) {
  return <td className={classNames('truncate px-3 text-ink-2', columnClasses[column])}>{children}</td>
}
