import { useNavigate } from '@tanstack/react-router'
import { Database, Download, Ellipsis, ListTree, Trash2, Upload, ArchiveRestore, Shapes } from 'lucide-react'
import { useState } from 'react'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { databasesTexts } from '../../../texts/en/databases.ts'
import { exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { lensTexts } from '../../../texts/en/data-lens.ts'
import { indexesTexts } from '../../../texts/en/indexes.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuButton, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { DeleteBelowDialog } from './document-menu.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { encodePath } from '../../../documents/data-path.ts'
import { historyTexts } from '../../../texts/en/data-history.ts'

/** What can be done with a collection as a whole. */
export function CollectionMenu({
  collection,
  query,
  onDatabases,
}: {
  readonly collection: string
  readonly query: CollectionQuery
  readonly onDatabases: () => void
}) {
  const { project, id } = useDatabase()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'export' | 'import' | 'delete'>()
  useActInAddress('import', () => setOpen('import'), project.mayWrite)
  const close = (): void => setOpen(undefined)
  const goToJobs = (): void => {
    close()
    void navigate({ to: '/projects/$project/jobs', params: { project: project.id } })
  }
  return (
    <>
      <MenuButton
        label={texts.more}
        trigger={
          <IconButton label={texts.more}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Download />} onAction={() => setOpen('export')}>
          {texts.export}
        </MenuItem>
        {project.mayWrite && (
          <MenuItem icon={<Upload />} onAction={() => setOpen('import')}>
            {texts.import}
          </MenuItem>
        )}
        <MenuItem
          icon={<Shapes />}
          onAction={() =>
            void navigate({
              to: '/projects/$project/data/$',
              params: { project: project.id, _splat: encodePath(collection) },
              search: { ...databaseSearch(id), view: 'schema' },
            })
          }
        >
          {lensTexts.schema}
        </MenuItem>
        <DeletedItem collection={collection} />
        <MenuItem
          icon={<ListTree />}
          onAction={() =>
            void navigate({
              to: '/projects/$project/settings',
              params: { project: project.id },
              search: { section: 'indexes', ...databaseSearch(id) },
            })
          }
        >
          {indexesTexts.section}
        </MenuItem>
        <MenuItem icon={<Database />} onAction={onDatabases}>
          {databasesTexts.manage}
        </MenuItem>
        {project.mayWrite && <MenuSeparator />}
        {project.mayWrite && (
          <MenuItem icon={<Trash2 />} isDanger onAction={() => setOpen('delete')}>
            {texts.deleteCollection}
          </MenuItem>
        )}
      </MenuButton>
      {open === 'export' && <ExportDialog collection={collection} query={query} onClose={close} onStarted={close} />}
      {open === 'delete' && <DeleteBelowDialog path={collection} onClose={close} />}
      {open === 'import' && <ImportDialog collection={collection} onClose={close} onStarted={goToJobs} />}
    </>
  )
}

/** In a menu: the way to what was deleted in a collection; '' for the whole database. */
export function DeletedItem({ collection }: { readonly collection: string }) {
  const { project, id } = useDatabase()
  const navigate = useNavigate()
  return (
    <MenuItem
      icon={<ArchiveRestore />}
      onAction={() =>
        void navigate({
          to: '/projects/$project/data/$',
          params: { project: project.id, _splat: encodePath(collection) },
          search: { ...databaseSearch(id), view: 'deleted' },
        })
      }
    >
      {historyTexts.deletedDocuments}
    </MenuItem>
  )
}
