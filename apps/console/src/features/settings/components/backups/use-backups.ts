import { useCallback, useEffect } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import { useAsked, type Asking } from '../../../../ui/use-asked.ts'
import { type BackupList, listBackups } from '../../../../api/backups.ts'

const underWayMs = 1_000
/** One that was made before a restore is verified by itself, soon after it. */
const unverifiedMs = 5_000
const quietMs = 60_000

/** The backups of the project that was entered; asked again each second while something is under way, and at least each minute. */
export function useBackups(): Asking<BackupList> {
  const project = useProject()
  const asking = useAsked(useCallback(() => listBackups(project), [project]))
  const { asked, askAgain } = asking
  const everyMs = pauseAfter(asked.answer)
  useEffect(() => {
    const isAnswered = asked.status === 'failed' || (asked.status === 'known' && !asked.isAsking)
    if (!isAnswered) return
    const timer = setTimeout(askAgain, everyMs)
    return () => clearTimeout(timer)
  }, [asked, askAgain, everyMs])
  return asking
}

function pauseAfter(list: BackupList | undefined): number {
  if (list?.job?.finishedAt === null) return underWayMs
  return list?.backups.some(({ verifiedAt }) => verifiedAt === null) === true ? unverifiedMs : quietMs
}
