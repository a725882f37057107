import { useLocation, useRouter } from '@tanstack/react-router'
import { Archive, ArchiveRestore, FilePlus, FileUp, Plug, ShieldCheck, Upload, UserPlus, MailPlus } from 'lucide-react'
import { readDatabaseSearch } from '../../../shared/databases/database-search.ts'
import { openCollectionOf } from '../../data/open-collection.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { decodePath, encodePath } from '../../../documents/data-path.ts'
import { folderAtAddress } from '../../../shared/files/folder-address.ts'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { paletteTexts } from '../../../texts/en/palette.ts'
import { type Act, actQuery } from '../../../ui/use-act-in-address.ts'
import type { Command } from '../../../shared/palette/command.ts'

/** What one may begin in the entered project, where one stands: each leads to its screen with the dialog open. */
export function useProjectActs(project: ProjectSession | undefined): readonly Command[] {
  const router = useRouter()
  const { pathname, searchStr } = useLocation()
  if (project === undefined) return []
  const base = `/projects/${encodeURIComponent(project.id)}`
  /** An area stays where it is, with its filters, its database and what is being written. */
  const begin = (area: string, act: Act) => () => {
    const isThere = pathname === `${base}/${area}` || (area !== 'users' && pathname.startsWith(`${base}/${area}/`))
    const search = new URLSearchParams(isThere ? searchStr : '')
    // Nothing begins in the list of what was deleted.
    if (search.get('view') === 'deleted') search.delete('view')
    const query = search.size === 0 ? '?' : `?${search}&`
    void router.navigate({ href: `${isThere ? pathname : `${base}/${area}`}${query}${actQuery(act)}` })
  }
  const beginIn = (section: string, act: Act) => () =>
    void router.navigate({ href: `${base}/settings?section=${section}&${actQuery(act)}` })

  const collection = openCollectionOf(pathname)
  const folder = pathname.startsWith(`${base}/files/`)
    ? folderAtAddress(decodePath(pathname.slice(`${base}/files/`.length)))
    : ''
  const showDeleted = () => {
    const { database } = readDatabaseSearch(Object.fromEntries(new URLSearchParams(searchStr)))
    const search = new URLSearchParams({ view: 'deleted', ...(database !== undefined && { database }) })
    void router.navigate({ href: `${base}/data/${encodePath(collection ?? '')}?${search}` })
  }
  const read: readonly Command[] = [
    {
      id: 'act/connect',
      title: overviewTexts.connect,
      keywords: paletteTexts.connectWords,
      icon: <Plug />,
      run: () => void router.navigate({ href: `${base}?${actQuery('connect')}` }),
    },
    {
      id: 'act/deleted',
      title: collection === undefined ? paletteTexts.deleted : paletteTexts.deletedOf(collection),
      keywords: paletteTexts.deletedWords,
      icon: <ArchiveRestore />,
      run: showDeleted,
    },
  ]
  const written: readonly Command[] = [
    {
      id: 'act/document',
      title: collection === undefined ? paletteTexts.addCollection : paletteTexts.addDocument(collection),
      keywords: paletteTexts.newWords,
      icon: <FilePlus />,
      run: begin('data', 'add'),
    },
    {
      id: 'act/import',
      title: collection === undefined ? paletteTexts.importDocuments : paletteTexts.importInto(collection),
      keywords: paletteTexts.importWords,
      icon: <FileUp />,
      run: begin('data', 'import'),
    },
    {
      id: 'act/user',
      title: paletteTexts.addUser,
      keywords: paletteTexts.newWords,
      icon: <UserPlus />,
      run: begin('users', 'add'),
    },
    {
      id: 'act/upload',
      title: folder === '' ? paletteTexts.upload : paletteTexts.uploadTo(folder),
      icon: <Upload />,
      run: begin('files', 'upload'),
    },
  ]
  const owned: readonly Command[] = [
    { id: 'act/publish', title: paletteTexts.publish, icon: <ShieldCheck />, run: begin('rules', 'publish') },
    { id: 'act/invite', title: paletteTexts.invite, icon: <MailPlus />, run: beginIn('members', 'invite') },
    {
      id: 'act/back-up',
      title: paletteTexts.backUp,
      keywords: paletteTexts.backUpWords,
      icon: <Archive />,
      run: beginIn('backups', 'back-up'),
    },
  ]
  return [...read, ...(project.mayWrite ? written : []), ...(project.role === 'owner' ? owned : [])]
}
