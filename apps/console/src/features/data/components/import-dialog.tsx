import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { formatBytes } from '../../../ui/format.ts'
import type { FileFormat } from '../jobs/export-job.ts'
import { type Clash, importJob } from '../jobs/import-job.ts'
import { startJob } from '../jobs/start-job.ts'
import { ImportPreview } from './import-preview.tsx'

/** Which file is imported, and what becomes of documents that are there; a job does it. */
export function ImportDialog({
  collection,
  onClose,
  onStarted,
}: {
  readonly collection: string
  readonly onClose: () => void
  readonly onStarted: () => void
}) {
  const project = useProject()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [format, setFormat] = useState<FileFormat>('lines')
  const [clash, setClash] = useState<Clash>('keep')
  const [isMissing, setMissing] = useState(false)
  return (
    <Dialog isOpen onClose={onClose} title={texts.importTo(collection)}>
      <form
        className="grid gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (file === undefined) setMissing(true)
          else if (startJob(importJob({ project, collection, file, format, clash }))) onStarted()
        }}
      >
        <div className="grid justify-items-start gap-1.5">
          <input
            ref={input}
            type="file"
            hidden
            aria-label={texts.file}
            accept=".jsonl,.ndjson,.json,.csv,text/csv,application/x-ndjson"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0]
              if (chosen === undefined) return
              setFile(chosen)
              setMissing(false)
              setFormat(/\.csv$/i.test(chosen.name) ? 'csv' : 'lines')
            }}
          />
          <Button icon={<FileUp />} autoFocus aria-describedby="import-file" onPress={() => input.current?.click()}>
            {texts.chooseFile}
          </Button>
          <p id="import-file" className={isMissing ? 'text-table text-crimson' : 'text-table wrap-anywhere text-ink-2'}>
            {isMissing
              ? texts.noFile
              : file === undefined
                ? texts.fileHelp
                : texts.chosen(file.name, formatBytes(file.size))}
          </p>
        </div>
        <Choice
          label={texts.format}
          options={(['lines', 'csv'] as const).map((id) => ({ id, label: texts.formats[id] }))}
          value={format}
          onChange={setFormat}
        />
        <Choice
          label={texts.clash}
          options={(['keep', 'overwrite'] as const).map((id) => ({ id, label: texts.clashes[id] }))}
          value={clash}
          onChange={setClash}
        />
        {file !== undefined && (
          <ImportPreview
            key={`${format} ${file.name} ${file.size} ${file.lastModified}`}
            project={project.id}
            collection={collection}
            file={file}
            format={format}
          />
        )}
        <p className="text-table text-ink-2">{texts.pathsHelp}</p>
        <DialogActions>
          <Button onPress={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" variant="primary">
            {texts.startImport}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
