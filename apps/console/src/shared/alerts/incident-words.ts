import { alertsTexts as texts } from '../../texts/en/alerts.ts'
import { formatBytes, formatDateTime, formatNumber, formatShare, formatTime } from '../../texts/format.ts'
import type { Incident } from './alert-scope.ts'

/** What was found, in a sentence. */
export function findingOf({ kind, figures, endedAt }: Pick<Incident, 'kind' | 'figures' | 'endedAt'>): string {
  const { denied = 0, requests = 0, usualShare = 0, failed = 0, answers = 0, freeBytes = 0, totalBytes = 0 } = figures
  switch (kind) {
    case 'denial-spike':
      return texts.denied(formatNumber(denied), formatNumber(requests), formatShare(usualShare))
    case 'error-rate':
      return texts.answers(formatNumber(failed), formatNumber(answers))
    case 'low-disk':
    case 'full-disk':
      return texts.free(formatBytes(freeBytes), formatBytes(totalBytes))
    case 'failed-backup': {
      const projects = figures.projects === undefined ? [] : [texts.backupsFailed(figures.projects.join(', '))]
      return [...projects, ...(endedAt === null ? [texts.backupFailed] : [])].join(' ')
    }
  }
}

/** From when to when it was so; the day is said once where it is the same. */
export function spanOf(since: number, endedAt: number): string {
  const isSameDay = new Date(since).toDateString() === new Date(endedAt).toDateString()
  return texts.lasted(formatDateTime(since), isSameDay ? formatTime(endedAt) : formatDateTime(endedAt))
}

/** How far a message came, in words. */
export function deliveryOf({ isHeldBack, mails, webhook }: Incident['messages'][number]): string {
  if (isHeldBack) return texts.heldBack
  const states = (['delivered', 'waiting', 'failed'] as const).flatMap((state) =>
    mails[state] > 0 ? [texts.mails[state](mails[state])] : [],
  )
  if (webhook !== null) {
    const { state, attempts, status } = webhook
    const isPlain = state === 'delivered' || attempts === 0
    states.push(texts.webhookStates[state] + (isPlain ? '' : ` (${texts.attempts(attempts, status)})`))
  }
  return states.length === 0 ? texts.nobody : states.join(', ')
}

/** Whether somebody was not told who should have been. */
export function isTrouble({ isHeldBack, mails, webhook }: Incident['messages'][number]): boolean {
  return isHeldBack || mails.failed > 0 || webhook?.state === 'failed' || (webhook?.attempts ?? 0) > 1
}
