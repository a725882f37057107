import { Folder } from 'lucide-react'
import { useRef, type ReactNode, useEffect, useState, type RefObject } from 'react'
import { filesTexts } from '../../../texts/en/files.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { formatBytes } from '../../../texts/format.ts'
import { orderFiles, orderFolders } from '../file-order.ts'
import { previewKindOf } from '../preview-kind.ts'
import type { ListedFile } from '../queries/list-objects.ts'
import { linkOfRow, useRowKeys, type RowLink } from '../use-row-keys.ts'
import { joinPath } from '../../../shared/files/file-path.ts'
import { judgedProps } from '../../../shared/see-as/judged-row.ts'
import { WhyButton } from '../../../shared/see-as/seen-rows.tsx'
import type { RowVerdict } from '../../../shared/see-as/verdicts.ts'
import { kindIcons, lookOf } from './file-row.tsx'
import { FileLink, FolderLink } from './item-links.tsx'
import type { FileTableProps } from './file-table.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { useProject } from '../../../session/project-context.tsx'
import { HearthError } from '../../../backend/api/hearth-error.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileAddress } from '../queries/file-address.ts'

/** The same as the table, as tiles with small pictures of the images. */
export function FileGrid({
  folder,
  folders,
  files,
  order,
  open,
  selection,
  fileActs,
  verdictOf,
}: Omit<FileTableProps, 'onOrder'>) {
  const orderedFolders = orderFolders(folders, order)
  const orderedFiles = orderFiles(files, order)
  const rows = [...orderedFolders.map((name) => `${name}/`), ...orderedFiles.map(({ name }) => name)]
  const keys = useRowKeys(folder, rows, open, { fileActs, onSelect: selection.toggle }, 'grid')
  const choiceOf = (row: string) => ({
    link: linkOfRow(row, row === keys.stop, keys.onFocus),
    isChosen: selection.keys.has(row),
    onChoose: () => selection.toggle(row),
    path: joinPath(folder, row),
    verdict: verdictOf(joinPath(folder, row)),
  })
  return (
    <ul
      aria-label={filesTexts.listOf(folder)}
      onKeyDown={keys.onKeyDown}
      className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] tablet:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3 p-3"
    >
      {orderedFolders.map((name) => (
        <FolderTile key={`${name}/`} folder={folder} name={name} {...choiceOf(`${name}/`)} />
      ))}
      {orderedFiles.map((file) => (
        <FileTile key={file.name} folder={folder} file={file} isOpen={file.name === open} {...choiceOf(file.name)} />
      ))}
    </ul>
  )
}

interface TileProps {
  readonly folder: string
  readonly link: RowLink
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly path: string
  readonly verdict: RowVerdict | undefined
}

const linkClasses =
  'grid rounded outline-offset-[-2px] after:absolute after:inset-0 after:rounded min-h-6 px-2 pt-1.5 text-table'

function FolderTile({ folder, name, link, ...choice }: TileProps & { readonly name: string }) {
  return (
    <Tile {...choice} name={name} isMarked={choice.isChosen} picture={<Folder className="size-10 text-ink-3" />}>
      <FolderLink folder={folder} name={name} link={link} className={linkClasses} />
      <Fact>{filesTexts.folder}</Fact>
    </Tile>
  )
}

function FileTile({
  folder,
  file: { name, path, metadata },
  isOpen,
  link,
  ...choice
}: TileProps & { readonly file: ListedFile; readonly isOpen: boolean }) {
  const picture = useRef<HTMLDivElement>(null)
  const kind = previewKindOf(metadata.contentType)
  const thumbnail = useThumbnail(picture, path, kind === 'image' ? metadata.generation : undefined)
  const Icon = kindIcons[kind]
  return (
    <Tile
      {...choice}
      name={name}
      isMarked={isOpen || choice.isChosen}
      picture={
        <div ref={picture} className="grid h-24 w-full min-w-0 place-items-center overflow-hidden">
          {thumbnail === undefined ? (
            <Icon className="size-8 text-ink-3" />
          ) : (
            <img src={thumbnail} alt="" className="max-h-24 max-w-full rounded-small object-contain" />
          )}
        </div>
      }
    >
      <FileLink
        folder={folder}
        name={name}
        link={link}
        isOpen={isOpen}
        isPublic={metadata.isPublic}
        className={linkClasses}
      />
      <Fact>{formatBytes(metadata.size)}</Fact>
    </Tile>
  )
}

function Tile({
  name,
  isChosen,
  isMarked,
  onChoose,
  path,
  verdict,
  picture,
  children,
}: Pick<TileProps, 'isChosen' | 'onChoose' | 'path' | 'verdict'> & {
  readonly name: string
  readonly isMarked: boolean
  /** Says nothing that the name does not. */
  readonly picture: ReactNode
  readonly children: ReactNode
}) {
  return (
    <li
      {...judgedProps(path, verdict)}
      className={classNames(
        'relative min-w-0 rounded border',
        lookOf(verdict),
        isMarked ? 'border-sky bg-sky-wash' : 'border-line hover:bg-ground-2',
      )}
    >
      {/* Above the link that covers the tile. */}
      <div className="absolute top-1.5 left-2 z-1">
        <Checkbox
          label={filesTexts.select(visibleDirections(name))}
          isSelected={isChosen}
          onChange={onChoose}
          excludeFromTabOrder
        />
      </div>
      <div aria-hidden="true" className="grid h-28 place-items-center rounded-t p-2">
        {picture}
      </div>
      {children}
      {verdict?.isAllowed === false && <WhyButton className="absolute end-1.5 top-1.5" />}
    </li>
  )
}

/** Below the name, which is all that the link is called by. */
function Fact({ children }: { readonly children: string }) {
  return <p className="px-2 pb-2 text-small text-ink-2">{children}</p>
}

/** Where a tile is this near to the screen its picture is asked for. */
const nearby = '200px'
const retryMs = 2_000
const attemptsMax = 3

/**
 * The address of a small picture of a file, from when its tile comes near to the screen; undefined before, and for what has none.
 * @param version another one has another picture; `undefined` asks for none
 */
function useThumbnail(
  tile: RefObject<HTMLElement | null>,
  path: string,
  version: string | undefined,
): string | undefined {
  const project = useProject()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const element = tile.current
    if (element === null || version === undefined) return
    const ending = new AbortController()
    let made: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async (attempt: number): Promise<void> => {
      try {
        const picture = await readThumbnail(project, path, ending.signal)
        if (picture === undefined || ending.signal.aborted) return
        made = URL.createObjectURL(picture)
        setUrl(made)
      } catch {
        // Where no picture comes the icon of the type says enough.
        if (ending.signal.aborted || attempt === attemptsMax) return
        timer = setTimeout(() => void load(attempt + 1), retryMs * attempt)
      }
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void load(1)
      },
      { rootMargin: nearby },
    )
    observer.observe(element)
    return () => {
      ending.abort()
      observer.disconnect()
      clearTimeout(timer)
      setUrl(undefined)
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [tile, project, path, version])
  return url
}

/** Twice the size of a tile, for dense screens. */
const thumbnailSide = 320

/** A small picture of an image; undefined for what the server makes none of. The SDK has no call for it. Throws a `HearthError`. */
async function readThumbnail(project: ProjectSession, path: string, signal: AbortSignal): Promise<Blob | undefined> {
  const query = new URLSearchParams({ alt: 'media', w: String(thumbnailSide), h: String(thumbnailSide) })
  const response = await fetch(`${fileAddress(project, path)}?${query}`, {
    headers: { authorization: `Bearer ${await project.idToken()}` },
    signal,
  })
  if (response.ok) return await response.blob()
  if (response.status >= 400 && response.status < 500 && response.status !== 429) return undefined
  throw new HearthError({ code: 'unavailable', reason: `HTTP_${response.status}`, message: response.statusText })
}
