import { listDatabases } from '../../shared/databases/list-databases.ts'
import { databaseOf } from '../../documents/project-database.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { type Finding, findingsMax, type Source } from '../../shared/palette/finding.ts'
import { DocumentFinder } from './document-finder.ts'

/** So many databases are looked through: the open one, the default one, and others in the order of their ids. */
const databasesMax = 4
/** In so many collections of a database ids are looked for by their beginning. */
const collectionsOfOpen = 6
const collectionsOfOther = 2

/** What is open in the data browser. */
export interface OpenPlace {
  readonly database: string
  /** A path; may lie anywhere. */
  readonly collection: string | undefined
}

/** Collections and documents of the databases of a project, those of the open one first, and then in turn. */
export function dataSource(project: ProjectSession, open: OpenPlace): Source {
  let finders: Promise<readonly DocumentFinder[]> | undefined
  /** The same for each text while the palette is open, so the databases are asked for once, whatever is typed on. */
  const listedFinders = (): Promise<readonly DocumentFinder[]> => {
    finders ??= findersOf(project, open).catch((thrown: unknown) => {
      finders = undefined
      throw thrown
    })
    return finders
  }
  return {
    id: 'data',
    find: async (text, signal) => {
      const path = text.replace(/^\/+/, '')
      const found = await Promise.all((await listedFinders()).map(async (finder) => await finder.find(path, signal)))
      const ofKind = (kind: Finding['kind']): readonly Finding[] =>
        inTurn(found.map((findings) => findings.filter((one) => one.kind === kind))).slice(0, findingsMax)
      return [...ofKind('collection'), ...ofKind('document')]
    },
  }
}

async function findersOf(
  project: ProjectSession,
  { database: openId, collection }: OpenPlace,
): Promise<readonly DocumentFinder[]> {
  const ids = (await listDatabases(project)).map(({ id }) => id)
  // One that is not there is not asked: under `hearth dev` that would make it.
  const open = ids.filter((id) => id === openId)
  const others = ids.filter((id) => id !== openId)
  return [
    ...open.map((id) => ({ id, openCollection: collection, collectionsByBeginning: collectionsOfOpen })),
    ...others.map((id) => ({ id, collectionsByBeginning: collectionsOfOther })),
  ]
    .slice(0, databasesMax)
    .map(({ id, ...options }) => new DocumentFinder(databaseOf(project, id), options))
}

/** The first of each list, then the second of each, and so on. */
export function inTurn<One>(lists: readonly (readonly One[])[]): readonly One[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}
