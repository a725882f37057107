import { formatTimestamp } from '@hearth/model/timestamp'
import { formatLocalTime } from '../../../documents/values/local-time.ts'
import { preview } from '../../../documents/values/preview.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { dataTexts } from '../../../texts/en/data.ts'

/** A value in a sentence or beside another, as the tree of fields shows it: a time by the reader's clock, the same in UTC on hover. */
export function ValueText({ value }: { readonly value: TypedValue | undefined }) {
  if (value === undefined) return dataTexts.noValue
  if (value.kind !== 'timestamp') return <bdi>{preview(value)}</bdi>
  const exact = formatTimestamp(value.micros)
  return (
    <time dateTime={exact} title={exact}>
      {formatLocalTime(value.micros)}
    </time>
  )
}
