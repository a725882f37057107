import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOfRead } from '../../../errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { MenuButton, MenuItem } from '../../../ui/menu.tsx'
import { saveText } from '../../../ui/save-text.ts'
import { toast } from '../../../ui/toast.ts'
import { toCsv, toJson } from '../export-users.ts'
import type { ProjectUser } from '../project-user.ts'
import { findAllUsers } from '../queries/find-users.ts'
import type { UserQuery } from '../user-query.ts'

/** Takes what the list shows, all pages of it, away as a file. */
export function ExportMenu({ query, count }: { readonly query: UserQuery; readonly count: number }) {
  const project = useProject()
  const [progress, setProgress] = useState<string>()
  const save = async (form: 'csv' | 'json') => {
    const users: ProjectUser[] = []
    setProgress(usersTexts.exporting('0', formatNumber(count)))
    try {
      for await (const slice of findAllUsers(project, query)) {
        users.push(...slice.users)
        setProgress(usersTexts.exporting(formatNumber(users.length), formatNumber(slice.count)))
      }
      if (form === 'csv') saveText(`${project.id}-users.csv`, 'text/csv', toCsv(users))
      else saveText(`${project.id}-users.json`, 'application/json', toJson(users))
      toast(usersTexts.exported(formatNumber(users.length)))
    } catch (thrown) {
      toast(messageOfRead(thrown))
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <MenuButton
      label={usersTexts.export}
      trigger={
        <Button icon={<Download />} isPending={progress !== undefined} isDisabled={count === 0}>
          {progress ?? usersTexts.export}
        </Button>
      }
      onAction={(key) => void save(key === 'csv' ? 'csv' : 'json')}
    >
      <MenuItem id="csv" description={usersTexts.exportText(formatNumber(count))}>
        {usersTexts.exportCsv}
      </MenuItem>
      <MenuItem id="json" description={usersTexts.exportText(formatNumber(count))}>
        {usersTexts.exportJson}
      </MenuItem>
    </MenuButton>
  )
}
