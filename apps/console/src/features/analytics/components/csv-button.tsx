import type { Endpoint, InputOf } from '@hearth/api'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { callApiForCsv } from '../../../backend/api/call-api.ts'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { csvFileName } from '../../../shared/reports/csv-file-name.ts'
import { saveText } from '../../../ui/save-file.ts'
import { toastProblem } from '../../../ui/toast.ts'
import { withHeader } from '../csv-text.ts'

export interface CsvButtonProps {
  /** What the table is called. */
  readonly title: string
  /** The table as CSV. */
  readonly read: () => string | Promise<string>
}

type WithCsv = Endpoint & { readonly hasCsv: true }

export interface ServerCsvButtonProps<One extends WithCsv> {
  readonly title: string
  /** What answers it. */
  readonly endpoint: One
  readonly input: InputOf<One>
  /** What the columns are called on the screen. */
  readonly header: readonly string[]
}

/** Takes a report away as the server writes it for spreadsheets. */
export function ServerCsvButton<One extends WithCsv>({ title, endpoint, input, header }: ServerCsvButtonProps<One>) {
  const project = useProject()
  const read = async () => withHeader(await callApiForCsv(endpoint, input, await project.idToken()), header)
  return <CsvButton title={title} read={read} />
}

/** Takes a table away for spreadsheets. */
export function CsvButton({ title, read }: CsvButtonProps) {
  const project = useProject()
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      saveText(csvFileName(project.id, title), 'text/csv', await read())
    } catch (thrown) {
      toastProblem(texts.csvFailed(messageOfRead(thrown)))
    }
    setPending(false)
  }
  return (
    <Button
      size="small"
      icon={<Download />}
      aria-label={texts.csvOf(title)}
      isPending={isPending}
      onPress={() => void save()}
    >
      {texts.csv}
    </Button>
  )
}
