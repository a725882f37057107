import { Link } from '@tanstack/react-router'
import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  Pause,
  Play,
  RotateCw,
  UploadCloud,
  X,
} from 'lucide-react'
import { memo } from 'react'
import { messageOf, reactionTo } from '../../../backend/errors/reaction.ts'
import { useConnection } from '../../../backend/live/connection.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { classNames } from '../../../ui/class-names.ts'
import { DetailsFold } from '../../../ui/details-fold.tsx'
import { formatBytes, formatCountdown } from '../../../texts/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { isUnderWay, type Upload, type UploadStatus } from '../../../shared/uploads/upload.ts'
import { uploads } from '../../../shared/uploads/uploads.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'

const uploadsTexts = frameTexts.uploads
const icons: Readonly<Record<UploadStatus, { readonly Icon: typeof Clock; readonly tone: string }>> = {
  queued: { Icon: Clock, tone: 'text-ink-3' },
  running: { Icon: UploadCloud, tone: 'text-sky' },
  paused: { Icon: CirclePause, tone: 'text-amber' },
  done: { Icon: CircleCheck, tone: 'text-moss' },
  failed: { Icon: CircleAlert, tone: 'text-crimson' },
  cancelled: { Icon: CircleX, tone: 'text-ink-3' },
}

/** One file on its way, and what can be done about it now. */
export const UploadRow = memo(function UploadRow({ upload }: { readonly upload: Upload }) {
  const { Icon, tone } = icons[upload.status]
  const hasBar = upload.status === 'running' || upload.status === 'paused'
  return (
    <li className="flex items-start gap-2.5 border-b border-line py-2 pr-2 pl-4 last:border-b-0">
      <Icon className={classNames('mt-1 size-4 shrink-0', tone)} aria-hidden="true" />
      <div className="min-w-0 flex-1 text-table">
        <UploadName upload={upload} />
        {hasBar && (
          <div className="py-1">
            <Progress
              label={uploadsTexts.progressOf(visibleDirections(upload.path))}
              value={upload.sizeBytes === 0 ? 0 : upload.sentBytes / upload.sizeBytes}
              tone={upload.status === 'paused' ? 'amber' : 'sky'}
            />
          </div>
        )}
        <p className={classNames('tabular-nums', upload.status === 'failed' ? 'text-crimson' : 'text-ink-2')}>
          <StatusWords upload={upload} />
        </p>
        {upload.error !== undefined && <FailureDetails error={upload.error} />}
      </div>
      <RowActions upload={upload} />
    </li>
  )
})

function UploadName({ upload: { project, path, status } }: { readonly upload: Upload }) {
  const at = path.lastIndexOf('/')
  const name = path.slice(at + 1)
  if (status !== 'done') {
    return (
      <bdi className="block truncate font-medium" title={visibleDirections(path)}>
        {visibleDirections(name)}
      </bdi>
    )
  }
  return (
    <Link
      to="/projects/$project/files/$"
      params={{ project, _splat: at < 0 ? '' : path.slice(0, at) }}
      search={{ file: name }}
      title={visibleDirections(path)}
      className="block truncate rounded-small font-medium underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
    >
      <bdi>{visibleDirections(name)}</bdi>
    </Link>
  )
}

function StatusWords({ upload }: { readonly upload: Upload }) {
  const isReachable = useConnection().status === 'live'
  const sent = formatBytes(upload.sentBytes)
  const all = formatBytes(upload.sizeBytes)
  switch (upload.status) {
    case 'queued':
      return uploadsTexts.queued
    case 'paused':
      return upload.error === undefined ? uploadsTexts.pausedAt(sent, all) : messageOf(upload.error)
    case 'done':
      return `${uploadsTexts.done}, ${all}`
    case 'cancelled':
      return uploadsTexts.cancelled
    case 'failed':
      return messageOf(upload.error) || uploadsTexts.failed
    case 'running':
      if (!isReachable) return uploadsTexts.waiting
      if (upload.sentBytes >= upload.sizeBytes && upload.sizeBytes > 0) return uploadsTexts.finishing
      return [uploadsTexts.sent(sent, all), ...pace(upload)].join(' · ')
  }
}

function FailureDetails({ error }: { readonly error: unknown }) {
  const reaction = reactionTo(error)
  return reaction.kind === 'quiet' ? null : (
    <div className="[&_summary]:mx-0">
      <DetailsFold details={reaction.details} />
    </div>
  )
}

/** Rate and time left, once they are known. */
function pace({ bytesPerSecond, sentBytes, sizeBytes }: Upload): readonly string[] {
  if (bytesPerSecond === undefined || bytesPerSecond < 1) return []
  const leftMs = ((sizeBytes - sentBytes) / bytesPerSecond) * 1000
  return [uploadsTexts.rate(formatBytes(Math.round(bytesPerSecond))), uploadsTexts.left(formatCountdown(leftMs))]
}

/** Two places that keep their button, so that whoever pressed one still stands on it. */
function RowActions({ upload }: { readonly upload: Upload }) {
  const { id } = upload
  const path = visibleDirections(upload.path)
  const step = stepOf(upload)
  return (
    <div className="flex shrink-0">
      {step !== undefined && (
        <IconButton size="small" label={step.label} onPress={step.run}>
          <step.Icon />
        </IconButton>
      )}
      <IconButton
        size="small"
        label={isUnderWay(upload) ? uploadsTexts.cancel(path) : uploadsTexts.dismiss(path)}
        onPress={() => (isUnderWay(upload) ? uploads.cancel(id) : uploads.dismiss(id))}
      >
        <X />
      </IconButton>
    </div>
  )
}

function stepOf({ id, path: named, status }: Upload) {
  const path = visibleDirections(named)
  switch (status) {
    case 'queued':
    case 'running':
      return { label: uploadsTexts.pause(path), Icon: Pause, run: () => uploads.pause(id) }
    case 'paused':
      return { label: uploadsTexts.resume(path), Icon: Play, run: () => uploads.resume(id) }
    case 'failed':
    case 'cancelled':
      return { label: uploadsTexts.retry(path), Icon: RotateCw, run: () => uploads.retry(id) }
    case 'done':
      return undefined
  }
}
