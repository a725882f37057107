import { FileUp } from 'lucide-react'
import { useRef, useState, useEffect } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
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
import type { FileFormat, FileDocument } from '../jobs/read-documents.ts'
import { startJob } from '../../../shared/jobs/jobs.ts'
import { type FilePreview, previewDocuments } from '../jobs/survey-file.ts'
import { useSurvey } from '../jobs/use-survey.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { ValueText } from './value-text.tsx'

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

const linesShown = 3
const fieldsShown = 8

interface Reading extends FilePreview {
  readonly problem?: string
}

interface ImportPreviewProps {
  readonly collection: string
  readonly file: File
  readonly format: FileFormat
  readonly idField: string | undefined
}

/** What an import would make of the first lines of a file, before anything is written. Give it a key for each file and format. */
function ImportPreview({ collection, file, format, idField }: ImportPreviewProps) {
  const [reading, setReading] = useState<Reading>()
  const { root } = useDatabase()
  useEffect(() => {
    let isCurrent = true
    void previewDocuments(format, file, { root, collection, idField }, linesShown)
      .catch((thrown: unknown): Reading => ({ lines: [], isWhole: true, problem: problemOf(thrown) }))
      .then((read) => isCurrent && setReading(read))
    return () => {
      isCurrent = false
    }
  }, [file, format, root, collection, idField])
  if (reading === undefined) return null
  const { lines, isWhole, problem } = reading
  if (lines.length === 0) return <Notice tone="attention">{problem ?? texts.noDocuments}</Notice>
  return (
    <section
      aria-label={texts.readAs}
      className="grid gap-2 rounded border border-line bg-ground-2 px-3 py-2 text-table"
    >
      <h3 className="font-medium text-ink-1">{texts.readAs}</h3>
      <ul className="grid gap-2">
        {lines.map((line) => (
          <li key={line.number} className="min-w-0">
            {'problem' in line ? (
              <p className="break-words text-crimson">{texts.badLine(line.number, line.problem)}</p>
            ) : (
              <DocumentLine line={line} root={root} collection={collection} />
            )}
          </li>
        ))}
      </ul>
      {!isWhole && <p className="text-ink-2">{texts.readAsMore}</p>}
    </section>
  )
}

function DocumentLine({
  line,
  root,
  collection,
}: {
  readonly line: FileDocument
  readonly root: string
  readonly collection: string
}) {
  const fields = [...decodeFields(line.fields, root)]
  const hidden = fields.length - fieldsShown
  return (
    <>
      <p className="break-words text-ink-2">
        {texts.readLine(line.number, texts.forms[line.form], line.isNew ? texts.newIn(collection) : line.path)}
      </p>
      {fields.length === 0 ? (
        <p>{texts.noFields}</p>
      ) : (
        <ul className="font-mono text-code">
          {fields.slice(0, fieldsShown).map(([name, value]) => (
            <li key={name} className="truncate">
              <bdi>{name}</bdi>: <ValueText value={value} />{' '}
              <span className="text-ink-2">{valueTexts.types[value.kind]}</span>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="text-ink-2">{texts.moreFields(hidden)}</p>}
    </>
  )
}

function problemOf(thrown: unknown): string {
  return thrown instanceof RangeError ? thrown.message : messageOf(thrown)
}
