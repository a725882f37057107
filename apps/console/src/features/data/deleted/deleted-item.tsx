import { useNavigate } from '@tanstack/react-router'
import { ArchiveRestore } from 'lucide-react'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { encodePath } from '../../../documents/data-path.ts'
import { historyTexts } from '../../../texts/en/data-history.ts'
import { MenuItem } from '../../../ui/menu.tsx'

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
