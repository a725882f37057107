import { Database, Download, Ellipsis, Upload } from 'lucide-react'
import { useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { databasesTexts } from '../../../texts/en/databases.ts'
import { exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuButton, MenuItem } from '../../../ui/menu.tsx'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import { DeletedItem } from './collection-menu.tsx'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { ExportDialog } from './export-dialog.tsx'

/** What can be done with a database as a whole. */
export function DatabaseMenu({
  query,
  onImport,
  onDatabases,
}: {
  readonly query: CollectionQuery
  readonly onImport: () => void
  readonly onDatabases: () => void
}) {
  const { project } = useDatabase()
  useActInAddress('import', onImport, project.mayWrite)
  const [isExporting, setExporting] = useState(false)
  const close = (): void => setExporting(false)
  return (
    <>
      <MenuButton
        label={texts.moreOfDatabase}
        trigger={
          <IconButton label={texts.moreOfDatabase}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Download />} onAction={() => setExporting(true)}>
          {texts.exportDatabase}
        </MenuItem>
        {project.mayWrite && (
          <MenuItem icon={<Upload />} onAction={onImport}>
            {texts.importFile}
          </MenuItem>
        )}
        <DeletedItem collection="" />
        <MenuItem icon={<Database />} onAction={onDatabases}>
          {databasesTexts.manage}
        </MenuItem>
      </MenuButton>
      {isExporting && <ExportDialog collection={undefined} query={query} onClose={close} onStarted={close} />}
    </>
  )
}
