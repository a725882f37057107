import type { FullMetadata } from 'firebase/storage'
import { FileQuestion, FolderInput, Trash2, X, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { QueryFailed, useFailure } from '../../../ui/query-content.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import { placeOf } from '../../../shared/files/file-path.ts'
import { useMetadata, readContent, useFileRequests, type FileRequest } from '../queries/files-queries.ts'
import { useLinks, FileLinks } from './file-links.tsx'
import { FileMetadata } from './file-metadata.tsx'
import { FilePreview } from './file-preview.tsx'
import { PublicAccess } from './public-access.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { toast, toastProblem } from '../../../ui/toast.ts'
import type { DownloadLink } from '../queries/download-links.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { formatBytes, formatDateTime, formatNumber } from '../../../texts/format.ts'
import { DetailsFacts, DetailsPart } from './details-part.tsx'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../ui/badge.tsx'
import { FieldProblem } from '../../../ui/field.tsx'
import { Moment } from '../../../ui/moment.tsx'

export interface FileDetailsProps {
  readonly path: string
  /** The generation that the list knows of: a later one than here means that there is other content. */
  readonly version: string | undefined
  readonly onChanged: (metadata: FullMetadata) => void
  readonly onPublic: (isPublic: boolean) => void
  readonly onGone: () => void
  readonly onClose: () => void
  readonly onDelete: () => void
  readonly onMove: () => void
}

/** Everything about one file. On a phone it takes the place of the list. */
export function FileDetails(props: FileDetailsProps) {
  const { path, onClose } = props
  const panel = useRef<HTMLElement>(null)
  const { name } = placeOf(path)

  // Where the list makes room for the details, the focus comes along.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.checkVisibility() === false) {
      panel.current?.focus()
    }
  }, [])
  const close = () => {
    onClose()
    // The row is hidden on a phone until the list is back.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(name)}"]`)?.focus())
  }

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={filesTexts.details(name)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
      className="min-w-0 overflow-hidden rounded-large border border-line bg-ground-1 outline-none"
    >
      <header className="flex min-h-11 items-center gap-2 border-b border-line py-1 pr-2 pl-4">
        <h2 className="flex min-w-0 flex-1 text-table font-semibold" title={visibleDirections(name)}>
          <bdi className="flex min-w-0">
            <MiddleTruncated text={name} tail={8} />
          </bdi>
        </h2>
        <IconButton label={filesTexts.close} onPress={close}>
          <X />
        </IconButton>
      </header>
      <DetailsBody {...props} />
    </section>
  )
}

function DetailsBody({ path, version, onChanged, onPublic, onGone, onDelete, onMove }: FileDetailsProps) {
  const project = useProject()
  const query = useMetadata(path)
  const { data: metadata, refetch } = query
  const failure = useFailure(query)
  const links = useLinks(path, metadata?.generation)
  const isGone = metadata === null
  const isMissed = isGoneError(links.readError) || isGoneError(links.changeError)
  const isOlder = metadata !== undefined && metadata !== null && Number(version ?? 0) > Number(metadata.generation)
  useEffect(() => {
    if (isOlder) void refetch()
  }, [isOlder, refetch])
  // Links of a file that somebody has deleted meanwhile: the file itself is asked for.
  useEffect(() => {
    if (isMissed) void refetch()
  }, [isMissed, refetch])
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone, onGone])

  if (metadata === undefined) {
    if (failure === undefined) return <Skeleton rows={6} />
    return <QueryFailed title={filesTexts.failedDetails} error={failure} onRetry={() => void refetch()} />
  }
  if (metadata === null) {
    return (
      <EmptyState icon={<FileQuestion />} title={filesTexts.goneTitle}>
        {filesTexts.gone}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <div className="flex flex-wrap gap-2">
          <DownloadButton metadata={metadata} links={links.all} />
          <Button size="small" icon={<FolderInput />} isDisabled={!project.mayWrite} onPress={onMove}>
            {filesTexts.move}
          </Button>
          <Button size="small" icon={<Trash2 />} isDisabled={!project.mayWrite} onPress={onDelete}>
            {filesTexts.delete}
          </Button>
        </div>
        {!project.mayWrite && <p className="mt-2 text-table text-ink-2">{filesTexts.viewerOnly}</p>}
      </div>
      <FilePreview key={`${metadata.generation} ${metadata.contentType}`} metadata={metadata} links={links.all} />
      <FileLinks links={links} />
      <PublicAccess path={path} generation={metadata.generation} onChanged={onPublic} />
      <FileFacts metadata={metadata} />
      <FileMetadata
        metadata={metadata}
        onChanged={(changed) => {
          onChanged(changed)
          void refetch()
        }}
        onGone={() => void refetch()}
      />
      <FileHistory path={path} />
    </>
  )
}

function isGoneError(error: unknown): boolean {
  return error !== undefined && reactionTo(error).kind === 'gone'
}

/** Without a link a file is held in this tab before it is saved. */
const heldMax = 256 * 1024 * 1024

interface DownloadButtonProps {
  readonly metadata: FullMetadata
  /** `undefined` until they are known. */
  readonly links: readonly DownloadLink[] | undefined
}

/** Takes a file away: by one of its links, or, where it has none, in the name of who asks. */
function DownloadButton({ metadata: { name, fullPath, size, contentType }, links }: DownloadButtonProps) {
  const project = useProject()
  const [isReading, setReading] = useState(false)
  const link = links?.[0]
  if (links?.length !== 0) {
    return (
      <a
        href={link?.url}
        download={name}
        aria-disabled={link === undefined}
        className={buttonClasses('default', 'small')}
      >
        <Download aria-hidden="true" />
        {filesTexts.download}
      </a>
    )
  }
  const read = async () => {
    if (size > heldMax) return toast(filesTexts.downloadNeedsLink)
    setReading(true)
    try {
      saveFile(name, new Blob([await readContent(project, fullPath)], { type: contentType ?? '' }))
    } catch (thrown) {
      toastProblem(messageOfRead(thrown))
    }
    setReading(false)
  }
  return (
    <Button size="small" icon={<Download />} isPending={isReading} onPress={() => void read()}>
      {filesTexts.download}
    </Button>
  )
}

const texts = filesTexts.facts

/** What the server says about a file, none of which can be changed by hand. */
function FileFacts({ metadata }: { readonly metadata: FullMetadata }) {
  const { fullPath, size, timeCreated, updated, md5Hash, generation, metageneration } = metadata
  return (
    <DetailsPart title={texts.title}>
      <DetailsFacts
        facts={[
          { name: texts.path, value: <Copyable label={texts.path} value={fullPath} /> },
          {
            name: texts.size,
            value: size < 1024 ? formatBytes(size) : `${formatBytes(size)} (${texts.bytes(formatNumber(size))})`,
          },
          { name: texts.created, value: formatDateTime(Date.parse(timeCreated)) },
          { name: texts.updated, value: formatDateTime(Date.parse(updated)) },
          ...(md5Hash === undefined
            ? []
            : [{ name: texts.md5, value: <Copyable label={texts.md5} value={hexOf(md5Hash)} /> }]),
          { name: texts.generation, value: <Copyable label={texts.generation} value={generation} /> },
          { name: texts.metageneration, value: metageneration },
        ]}
      />
    </DetailsPart>
  )
}

/** As `md5sum` prints it; the protocol has base64. */
function hexOf(base64: string): string {
  return Array.from(atob(base64), (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

const historyTexts = filesTexts.history
const requestsShownMax = 5

/** Who asked for a file of late, and what the rules said. The contents it had before are not kept. */
function FileHistory({ path }: { readonly path: string }) {
  const project = useProject()
  const query = useFileRequests(path, requestsShownMax)
  const requests = query.data
  const failure = useFailure(query)
  return (
    <DetailsPart
      title={historyTexts.title}
      aside={
        <Link
          to="/projects/$project/requests"
          params={{ project: project.id }}
          search={{ service: 'files', path }}
          className="rounded-small text-table text-sky underline-offset-2 hover:underline"
        >
          {historyTexts.all}
        </Link>
      }
    >
      {query.isPending && failure === undefined && <SkeletonBar className="w-2/3" />}
      {failure !== undefined && (
        <FieldProblem>
          {historyTexts.failed}: {messageOfRead(failure)}
        </FieldProblem>
      )}
      {requests !== undefined && requests.length > 0 && (
        <ul className="grid gap-1.5 text-table">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      <p className="mt-2 text-small text-ink-2">{requests?.length === 0 ? historyTexts.none : historyTexts.help}</p>
    </DetailsPart>
  )
}

function RequestRow({ request: { operation, caller, verdict, time } }: { readonly request: FileRequest }) {
  return (
    <li className="flex items-center gap-2">
      <Badge tone={verdict === 'allowed' ? 'good' : 'danger'}>{historyTexts[verdict]}</Badge>
      <span className="min-w-0 flex-1 truncate">
        {operation} <bdi className="text-ink-2">{caller.uid ?? historyTexts.callers[caller.kind]}</bdi>
      </span>
      <span className="text-ink-2">
        <Moment at={Date.parse(time)} />
      </span>
    </li>
  )
}
