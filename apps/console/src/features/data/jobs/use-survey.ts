import { useEffect, useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import type { FileFormat } from './read-documents.ts'
import { type FileSurvey, findIdFields, surveyLines, usualIdField } from './survey-file.ts'

interface Surveyed {
  readonly file: File | undefined
  readonly format: FileFormat
  readonly collection: string
}

export interface Survey extends FileSurvey {
  /** That may name the documents of the file. */
  readonly fields: readonly string[]
  /** The field that names them, as it is chosen or else usual; undefined for new ids. */
  readonly idField: string | undefined
  readonly chooseIdField: (field: string | undefined) => void
  /** The same, also before the file was read. Rejects for a file that can't be. */
  readonly askIdField: () => Promise<string | undefined>
}

const nothing = { fields: [], others: [], mixed: [], times: [] }

/** What one has to know of a file before it is imported. A file that can't be read says so in its preview. */
export function useSurvey(surveyed: Surveyed): Survey {
  const { file, format, collection } = surveyed
  const { root } = useDatabase()
  const key = `${format} ${collection}`
  const [found, setFound] = useState<FileSurvey & { file: File; key: string; fields: readonly string[] }>()
  const [chosen, setChosen] = useState<{ file: File | undefined; field: string | undefined }>()

  useEffect(() => {
    if (file === undefined) return
    const abort = new AbortController()
    const survey = async (): Promise<void> => {
      const target = { root, collection }
      const fields = await findIdFields(format, file, target)
      if (!abort.signal.aborted) setFound({ ...nothing, file, key, fields })
      const read = await surveyLines(format, file, target, abort.signal)
      if (!abort.signal.aborted) setFound({ ...read, file, key, fields })
    }
    // The preview and the job say what is wrong with it.
    survey().catch(() => undefined)
    return () => abort.abort()
  }, [file, format, collection, key, root])

  const { fields, others, mixed, times } =
    found !== undefined && found.file === file && found.key === key ? found : nothing
  const isChosen = chosen !== undefined && chosen.file === file
  return {
    fields,
    others,
    mixed,
    times,
    idField: isChosen ? chosen.field : usualIdField(fields),
    chooseIdField: (field) => setChosen({ file, field }),
    askIdField: async () => {
      if (isChosen || file === undefined) return chosen?.field
      return usualIdField(await findIdFields(format, file, { root, collection }))
    },
  }
}
