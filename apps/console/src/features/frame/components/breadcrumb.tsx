import { useLocation } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { readDatabaseSearch } from '../../../shared/databases/database-search.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { crumbsOf, pathOf } from '../crumbs.ts'
import { BreadcrumbPath } from './breadcrumb-path.tsx'
import { PathEditor } from './path-editor.tsx'

// The pins need the document database's part of the SDK; the bar doesn't wait for it.
const PinButton = lazy(async () => ({ default: (await import('./pin-button.tsx')).PinButton }))

/** The address as a path: each part is a link, and the whole can be edited. */
export function Breadcrumb({ project }: { readonly project: string | undefined }) {
  const { pathname, search } = useLocation()
  const { database } = readDatabaseSearch(search)
  const [isEditing, setEditing] = useState(false)
  const crumbs = crumbsOf(pathname, database)

  if (isEditing) {
    return <PathEditor origin={{ project, database }} initial={pathOf(crumbs)} onClose={() => setEditing(false)} />
  }
  return (
    <div className="group flex min-w-0 flex-1 items-center gap-1">
      <BreadcrumbPath crumbs={crumbs} />
      <span className="hidden opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 tablet:inline touch:opacity-100">
        <IconButton label={frameTexts.goToPath} size="small" onPress={() => setEditing(true)}>
          <Pencil />
        </IconButton>
        {project !== undefined && (
          <Suspense>
            <PinButton project={project} />
          </Suspense>
        )}
      </span>
      {/* The empty rest of the bar opens the editor too, as an address bar does; the button is the way by keyboard. */}
      <div aria-hidden="true" className="h-8 flex-1 cursor-text tablet:min-w-4" onClick={() => setEditing(true)} />
    </div>
  )
}
