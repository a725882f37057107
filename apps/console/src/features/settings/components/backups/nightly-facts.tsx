import { backupsTexts as texts } from '../../../../texts/en/backups.ts'
import { formatDateTime } from '../../../../texts/format.ts'
import { Moment } from '../../../../ui/moment.tsx'
import type { BackupList } from '../../../../backend/api/backups.ts'

/** When the last backup was made by night, and when the next will be. */
export function NightlyFacts({ list: { backups, nightly } }: { readonly list: BackupList }) {
  const last = backups.find(({ kind }) => kind === 'nightly')
  return (
    <div className="grid gap-1 border-b border-line px-4 py-3 text-table text-ink-2">
      <p>{nightly === null ? texts.nightlyOff : texts.nightly(nightly.kept)}</p>
      {nightly !== null && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          <div className="flex flex-wrap gap-x-1.5">
            <dt>{texts.last}:</dt>
            <dd className="text-ink-1">
              {last === undefined ? texts.none : <Moment at={Date.parse(last.createdAt)} />}
            </dd>
          </div>
          <div className="flex flex-wrap gap-x-1.5">
            <dt>{texts.next}:</dt>
            <dd className="text-ink-1">
              <time dateTime={nightly.nextAt}>{formatDateTime(Date.parse(nightly.nextAt))}</time>
            </dd>
          </div>
        </dl>
      )}
    </div>
  )
}
