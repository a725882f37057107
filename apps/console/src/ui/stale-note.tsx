import { Clock } from 'lucide-react'
import { uiTexts } from '../texts/en/ui.ts'
import { Badge } from './badge.tsx'
import { formatDateTime, formatTime } from '../texts/format.ts'

/** Says how old what is shown is, while nothing newer can be had. */
export function StaleNote({ since }: { readonly since: number }) {
  return (
    <Badge tone="attention" icon={<Clock />}>
      {uiTexts.asOf(Date.now() - since < 12 * 3600_000 ? formatTime(since) : formatDateTime(since))}
    </Badge>
  )
}
