import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOfRead } from '../../../errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { saveText } from '../../../ui/save-text.ts'
import { toast } from '../../../ui/toast.ts'
import { withHeader } from '../csv-text.ts'
import { getCsv } from '../queries/get-csv.ts'

export interface CsvButtonProps {
  /** What the table is called. */
  readonly title: string
  /** The table as CSV. */
  readonly read: () => string | Promise<string>
}

export interface ServerCsvButtonProps {
  readonly title: string
  readonly path: string
  /** For what is asked with one. */
  readonly body?: object
  /** What the columns are called on the screen. */
  readonly header: readonly string[]
}

/** Takes a report away as the server writes it for spreadsheets. */
export function ServerCsvButton({ title, path, body, header }: ServerCsvButtonProps) {
  const project = useProject()
  return <CsvButton title={title} read={async () => withHeader(await getCsv(project, path, body), header)} />
}

/** Takes a table away for spreadsheets. */
export function CsvButton({ title, read }: CsvButtonProps) {
  const project = useProject()
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      saveText(`${project.id}-${fileNameOf(title)}.csv`, 'text/csv', await read())
    } catch (thrown) {
      toast(texts.csvFailed(messageOfRead(thrown)))
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

function fileNameOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
}
