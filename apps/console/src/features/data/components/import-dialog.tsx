import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { formatBytes } from '../../../texts/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { isCollectionPath } from '../../../documents/data-path.ts'
import { type Clash, importJob } from '../jobs/import-job.ts'
import type { FileFormat } from '../jobs/read-documents.ts'
import { startJob } from '../../../shared/jobs/start-job.ts'
import { useSurvey } from '../jobs/use-survey.ts'
import { ImportPreview } from './import-preview.tsx'

// Names of fields may be anything.
const newIds = 'new'
const fieldId = 'field '

/** Which file is imported, and what becomes of documents that are there; a job does it. */
export function ImportDialog({
  collection: opened,
  onClose,
  onStarted,
}: {
  /** undefined: it is named in the dialog, where the lines of the file need one. */
  readonly collection: string | undefined
  readonly onClose: () => void
  readonly onStarted: () => void
}) {
  const database = useDatabase()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [format, setFormat] = useState<FileFormat>('lines')
  const [clash, setClash] = useState<Clash>('keep')
  const [isMissing, setMissing] = useState(false)
  const [typed, setTyped] = useState('')
  const [mayLeave, setMayLeave] = useState(false)
  const collection = opened ?? typed.trim()
  const isCollection = opened !== undefined || typed.trim() === '' || isCollectionPath(typed.trim())
  const survey = useSurvey({ file, format, collection })
  const start = async (): Promise<void> => {
    if (file === undefined) {
      setMissing(true)
      return
    }
    if (!isCollection) return
    // Of a file that can't be read the job says so.
    const idField = await survey.askIdField().catch(() => undefined)
    if (startJob(importJob({ database, collection, file, format, clash, idField, mayLeave }))) onStarted()
  }
  return (
    <Dialog isOpen onClose={onClose} title={opened === undefined ? texts.import : texts.importTo(opened)}>
      <form
        className="grid gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        {opened === undefined && (
          <TextField
            label={texts.intoCollection}
            name="collection"
            isMonospaced
            value={typed}
            onChange={setTyped}
            description={texts.intoCollectionHelp}
            error={isCollection ? undefined : texts.badCollection}
          />
        )}
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
              setMayLeave(false)
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
        {survey.fields.length > 0 && (
          <Select
            label={texts.idFrom}
            description={texts.idFromHelp}
            options={[
              { id: newIds, label: texts.newIds },
              ...survey.fields.map((field) => ({ id: `${fieldId}${field}`, label: texts.fieldOf(field) })),
            ]}
            value={survey.idField === undefined ? newIds : `${fieldId}${survey.idField}`}
            onChange={(id) => survey.chooseIdField(id === newIds ? undefined : id.slice(fieldId.length))}
          />
        )}
        {survey.others.length > 0 && (
          <Notice tone="attention" isAnnounced>
            <p>{texts.otherCollections(survey.others.join(', '))}</p>
            <Checkbox isSelected={mayLeave} onChange={setMayLeave}>
              {texts.mayLeave}
            </Checkbox>
          </Notice>
        )}
        {survey.mixed.length > 0 && (
          <Notice tone="attention" isAnnounced>
            {survey.mixed.map(({ name, numbers, others, first }) => (
              <p key={name}>{texts.mixedColumn(name, numbers, others, first.line, shortened(first.text))}</p>
            ))}
          </Notice>
        )}
        {survey.times.length > 0 && (
          <Notice tone="information" isAnnounced>
            {survey.times.map(({ name, count, first }) => (
              <p key={name}>{texts.timeColumn(name, count, first.line, first.text)}</p>
            ))}
            <p>{texts.timesAsTexts}</p>
          </Notice>
        )}
        {file !== undefined && (
          <ImportPreview
            key={`${format} ${file.name} ${file.size} ${file.lastModified}`}
            collection={collection}
            file={file}
            format={format}
            idField={survey.idField}
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

const shownMax = 40

function shortened(text: string): string {
  return text.length <= shownMax ? text : `${text.slice(0, shownMax)}…`
}
