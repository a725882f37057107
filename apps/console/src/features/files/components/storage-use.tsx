import { filesTexts } from '../../../texts/en/files.ts'
import { formatBytes } from '../../../texts/format.ts'
import { Meter } from '../../../ui/meter.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStorageUse } from '../use-storage-use.ts'

/** Of the quota; from here on it is said what will happen. */
const warningShare = 0.9

/** What all files of the project hold against what they may, with a warning before it is full. Nothing where there is no limit. */
export function StorageUse({ turn }: { readonly turn: unknown }) {
  const use = useStorageUse(turn)
  if (use === undefined || use.storageQuotaBytes === null) return null
  const { storedBytes, storageQuotaBytes } = use
  const words = filesTexts.usedOf(formatBytes(storedBytes), formatBytes(storageQuotaBytes))
  const share = storedBytes / Math.max(1, storageQuotaBytes)
  return (
    <div className="grid gap-2 px-4 pb-3 tablet:px-5">
      <div className="max-w-md">
        <Meter label={filesTexts.storage} value={storedBytes} max={storageQuotaBytes} valueText={words} />
      </div>
      {share >= warningShare && (
        <Notice tone="attention">{share >= 1 ? filesTexts.storageFull : filesTexts.storageNearlyFull}</Notice>
      )}
    </div>
  )
}
