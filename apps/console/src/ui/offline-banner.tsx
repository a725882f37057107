import { CloudOff, Clock } from 'lucide-react'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { StatePanel } from './state-panel.tsx'
import { Badge } from './badge.tsx'
import { formatDateTime, formatTime } from '../texts/format.ts'

export interface OfflineBannerProps {
  /** Writes that wait for the server. */
  readonly waitingWrites: number
  /** Seconds until the next try; undefined while the machine itself is offline. */
  readonly retryInSeconds?: number | undefined
  readonly onRetry: () => void
}

/** Says that the server can't be reached, what that means for what was written, and when it is tried again. */
export function OfflineBanner({ waitingWrites, retryInSeconds, onRetry }: OfflineBannerProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-amber-line bg-amber-wash px-4 py-1.5 text-table text-ink-1 tablet:px-6">
      <CloudOff className="size-4 shrink-0 text-amber" aria-hidden="true" />
      <p role="status" className="min-w-0 flex-1 basis-60">
        {uiTexts.cantReachServer} {uiTexts.waitingWrites(waitingWrites)}
      </p>
      {retryInSeconds !== undefined && (
        <span className="text-ink-2 tabular-nums">{uiTexts.nextTry(retryInSeconds)}</span>
      )}
      <Button size="small" onPress={onRetry}>
        {uiTexts.tryNow}
      </Button>
    </div>
  )
}

/** Nothing is known of this yet and the server can't be reached; it comes by itself. */
export function OfflineState() {
  return (
    <StatePanel icon={<CloudOff />} tone="attention" role="status" title={uiTexts.offlineTitle}>
      {uiTexts.offlineText}
    </StatePanel>
  )
}

/** Says how old what is shown is, while nothing newer can be had. */
export function StaleNote({ since }: { readonly since: number }) {
  return (
    <Badge tone="attention" icon={<Clock />}>
      {uiTexts.asOf(Date.now() - since < 12 * 3600_000 ? formatTime(since) : formatDateTime(since))}
    </Badge>
  )
}
