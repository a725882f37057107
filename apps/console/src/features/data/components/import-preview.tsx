import { useEffect, useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ValueText } from './value-text.tsx'
import type { FileDocument, FileFormat } from '../jobs/read-documents.ts'
import { type FilePreview, previewDocuments } from '../jobs/survey-file.ts'

const linesShown = 3
const fieldsShown = 8

interface Reading extends FilePreview {
  readonly problem?: string
}

export interface ImportPreviewProps {
  readonly collection: string
  readonly file: File
  readonly format: FileFormat
  readonly idField: string | undefined
}

/** What an import would make of the first lines of a file, before anything is written. Give it a key for each file and format. */
export function ImportPreview({ collection, file, format, idField }: ImportPreviewProps) {
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
