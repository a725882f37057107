import type { ServerState } from '../queries/server.ts'
import { serverTexts } from '../../../texts/en/server.ts'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { formatBytes } from '../../../texts/format.ts'
import { Meter } from '../../../ui/meter.tsx'

/** Where everything is kept, how much it is, and how much room is left. */
export function StorageCard({ storage }: { readonly storage: ServerState['storage'] }) {
  const { freeBytes, totalBytes } = storage.disk
  const usedBytes = totalBytes - freeBytes
  const facts: readonly Fact[] = [
    { id: 'engine', name: serverTexts.engine, value: <span className="font-mono text-code">{storage.engine}</span> },
    {
      id: 'folder',
      name: serverTexts.folder,
      value: <Copyable value={storage.folder} label={serverTexts.folder} />,
    },
    { id: 'stores', name: serverTexts.stores, value: formatBytes(storage.storeBytes) },
    { id: 'files', name: serverTexts.files, value: formatBytes(storage.fileBytes) },
    {
      id: 'contents',
      name: serverTexts.contents,
      value:
        storage.contents === 'disk' ? (
          serverTexts.contentsOnDisk
        ) : (
          <Copyable value={storage.contents} label={serverTexts.contents} />
        ),
    },
  ]
  return (
    <Card title={serverTexts.storage} isFlush>
      <FactList facts={facts} />
      <div className="border-t border-line px-4 py-3">
        <Meter
          label={serverTexts.disk}
          value={usedBytes}
          max={totalBytes}
          valueText={serverTexts.diskUsed(formatBytes(usedBytes), formatBytes(totalBytes), formatBytes(freeBytes))}
        />
      </div>
    </Card>
  )
}
