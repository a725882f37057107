import { ArchiveRestore, FilePlus, FileUp } from 'lucide-react'
import { defaultDatabase } from '../../backend/default-database.ts'
import { encodePath, decodePath, placeOf } from '../../documents/data-path.ts'
import { areaHref } from '../../shared/areas.ts'
import { actHref } from '../../shared/palette/act-href.ts'
import type { PaletteEntries, PaletteLink, PalettePlace } from '../../shared/palette/registry.ts'
import { paletteTexts } from '../../texts/en/palette.ts'
import { dataSource } from './data-source.ts'

export const paletteEntries: PaletteEntries = {
  acts: (project, place) => [
    deletedDocuments(project.id, place),
    ...(project.mayWrite ? newDocuments(project.id, place) : []),
  ],
  source: (project, { pathname, database = defaultDatabase }) =>
    dataSource(project, { database, collection: openCollectionOf(pathname) }),
}

function deletedDocuments(project: string, { pathname, database }: PalettePlace): PaletteLink {
  const collection = openCollectionOf(pathname)
  const search = new URLSearchParams({ view: 'deleted', ...(database !== undefined && { database }) })
  return {
    id: 'act/deleted',
    title: collection === undefined ? paletteTexts.deleted : paletteTexts.deletedOf(collection),
    keywords: paletteTexts.deletedWords,
    icon: <ArchiveRestore />,
    href: `${areaHref(project, 'data')}/${encodePath(collection ?? '')}?${search}`,
  }
}

function newDocuments(project: string, place: PalettePlace): readonly PaletteLink[] {
  const collection = openCollectionOf(place.pathname)
  return [
    {
      id: 'act/document',
      title: collection === undefined ? paletteTexts.addCollection : paletteTexts.addDocument(collection),
      keywords: paletteTexts.newWords,
      icon: <FilePlus />,
      href: actHref(project, 'data', 'add', place),
    },
    {
      id: 'act/import',
      title: collection === undefined ? paletteTexts.importDocuments : paletteTexts.importInto(collection),
      keywords: paletteTexts.importWords,
      icon: <FileUp />,
      href: actHref(project, 'data', 'import', place),
    },
  ]
}

/** The collection that a page of the data browser shows, alone or with one of its documents; undefined elsewhere. */
function openCollectionOf(pathname: string): string | undefined {
  const splat = /^\/projects\/[^/]+\/data\/(.+)$/.exec(pathname)?.[1]
  return splat === undefined ? undefined : placeOf(decodePath(splat)).collection
}
