import { formatDateTime, formatRelative } from './format.ts'
import { useNow } from './use-now.ts'

/** A moment as people say it, exact on hover. */
export function Moment({ at }: { readonly at: number }) {
  const now = useNow(30_000)
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </time>
  )
}
