import type { ReactNode } from 'react'
import { backupsTexts as texts } from '../../../../texts/en/backups.ts'
import { formatBytes, formatDateTime, formatNumber } from '../../../../texts/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Progress } from '../../../../ui/progress.tsx'
import { useNow } from '../../../../ui/use-now.ts'
import type { BackupJob, BackupList } from '../../../../backend/api/backups.ts'

/** So long what became of it is said. */
const saidMs = 60 * 60_000

/** How far a backup or a restore has come, and what became of the last one that needs a word. */
export function BackupJobNotice({ list: { backups, job } }: { readonly list: BackupList }) {
  const now = useNow(60_000)
  if (job === null) return null
  if (job.finishedAt === null) return <UnderWay job={job} />
  if (now - Date.parse(job.finishedAt) > saidMs) return null
  if (job.error !== null) {
    return (
      <Said>
        <Notice tone="danger" isAnnounced>
          {job.kind === 'backup' ? texts.makingFailed : texts.restoringFailed} {reasonOf(job.error)}
        </Notice>
      </Said>
    )
  }
  const restored = job.kind === 'restore' ? backups.find(({ id }) => id === job.backup) : undefined
  if (restored === undefined) return null
  const said = job.exactly ? texts.restoredExactly : texts.restored
  return (
    <Said>
      <Notice tone="good" isAnnounced>
        {said(formatDateTime(Date.parse(restored.createdAt)))}
      </Notice>
    </Said>
  )
}

function UnderWay({ job: { kind, phase, done, total } }: { readonly job: BackupJob }) {
  const format = phase === 'store' ? formatBytes : formatNumber
  return (
    <Said>
      <div role="status" className="grid gap-2 text-table">
        <p className="font-medium">{kind === 'backup' ? texts.making : texts.restoring}</p>
        <p className="flex flex-wrap gap-x-3 text-ink-2">
          <span>{texts.phases[phase]}</span>
          {total > 0 && <span>{texts.counted(format(done), format(total))}</span>}
        </p>
      </div>
      <div className="pt-2">
        <Progress label={texts.progress} value={total > 0 ? done / total : 0} />
      </div>
    </Said>
  )
}

function Said({ children }: { readonly children: ReactNode }) {
  return <div className="border-b border-line p-4">{children}</div>
}

function reasonOf({ reason, message }: { readonly reason: string; readonly message: string }): string {
  switch (reason) {
    case 'NO_ROOM_FOR_BACKUP':
    case 'DISK_FULL':
      return texts.reasons.noRoom
    case 'BACKUP_DAMAGED':
    case 'COPY_DAMAGED':
      return texts.reasons.damaged
    case 'BACKUP_FORMAT_NEWER':
    case 'DATA_FORMAT_NEWER':
      return texts.reasons.newer
    case 'STOPPING':
      return texts.reasons.stopping
    default:
      return texts.reasons.other(message)
  }
}
