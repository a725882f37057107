import { Download } from 'lucide-react'
import { startJob } from '../../../shared/jobs/start-job.ts'
import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { MenuButton, MenuItem } from '../../../ui/menu.tsx'
import { countOfUsers, exportUsersJob, type ManyUsers, sizeOfUsers } from '../jobs/export-users-job.ts'

export interface ExportMenuProps {
  /** What the list shows, all pages of it, or those who were chosen. */
  readonly users: ManyUsers
  readonly size?: 'small'
}

/** Takes users away as a file. */
export function ExportMenu({ users, size }: ExportMenuProps) {
  const project = useProject()
  const description = sizeOfUsers(users)
  return (
    <MenuButton
      label={usersTexts.export}
      trigger={
        <Button icon={<Download />} isDisabled={countOfUsers(users) === 0} {...(size !== undefined && { size })}>
          {usersTexts.export}
        </Button>
      }
      onAction={(key) => void startJob(exportUsersJob(project, users, key === 'csv' ? 'csv' : 'json'))}
    >
      <MenuItem id="csv" description={description}>
        {usersTexts.exportCsv}
      </MenuItem>
      <MenuItem id="json" description={description}>
        {usersTexts.exportJson}
      </MenuItem>
    </MenuButton>
  )
}
