import { formatDateTime, formatRelative } from '../texts/format.ts'
import { useNow } from './use-now.ts'

/** A moment as people say it, exact on hover. */
export function Moment({ at }: { readonly at: number }) {
  const told = useNow(30_000)
  // What happened after the time was told last didn't happen in the future.
  const now = at > told ? Math.max(told, Date.now()) : told
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </time>
  )
}
