import { type CoveringBlock, coveringBlock, type Method } from '@hearth/rules'
import { findDocument } from '../../../documents/read-document.ts'
import { formatDocument } from '../../../documents/values/document-json.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { loadLiveRules } from '../../../shared/rules/published-rules.ts'
import { serviceOf } from '../../../shared/rules/rules-area.ts'
import { simulate } from '../../../shared/rules/simulator/simulate.ts'
import { firstSituation, type Situation } from '../../../shared/rules/simulator/situation.ts'
import { databasePrefix } from '../../../shared/rules/simulator/test-case.ts'

/** What the published rules say to one request. */
export interface Access {
  readonly method: Method
  readonly isAllowed: boolean
  /** The line of the rules that decided, from one, and what stands there; undefined when no `allow` is about the method. */
  readonly decidedAt: { readonly line: number; readonly text: string } | undefined
  /** The block that covers the document, where no `allow` of it decided; undefined when there is none. */
  readonly coveredBy: CoveringBlock | undefined
  /** Why nothing was granted, in the words of the evaluation. */
  readonly reason: string | undefined
}

export interface AccessAnswer {
  /** False: nothing was ever published. */
  readonly isReleased: boolean
  readonly access: readonly Access[]
}

/** Somebody who might ask. */
export interface Person {
  /** undefined: nobody is signed in. */
  readonly uid: string | undefined
  /** JSON: what the ID token says beyond the uid. */
  readonly claims: string
}

/** A document's own requests: to list its collection depends on the query. */
const methodsOf = (isThere: boolean): readonly Method[] => (isThere ? ['get', 'update', 'delete'] : ['get', 'create'])

/**
 * What somebody may do with a document as it is now, by the rules that are published; an update is one that changes nothing. Rules that
 * read other documents read the project's own. Throws a `SituationProblem` for claims that are no JSON, and what the server answers.
 */
export async function askAccess(
  database: ProjectDatabase,
  path: string,
  fields: TypedFields | undefined,
  person: Person,
): Promise<AccessAnswer> {
  const { isReleased, sources } = await loadLiveRules(database, 'documents')
  const { project } = database
  const files = [sources.main, ...sources.others]
  const place = {
    area: 'documents',
    project: project.id,
    database: database.id,
    bucket: project.identity.storageBucket,
    now: Date.now(),
  } as const
  const text = fields === undefined ? '' : formatDocument(fields)
  const covering = isReleased
    ? coveringBlock(files, serviceOf[place.area], `${databasePrefix(place)}${path}`.split('/').filter(Boolean))
    : undefined
  const access: Access[] = []
  for (const method of methodsOf(fields !== undefined)) {
    const situation: Situation = { ...firstSituation, ...person, method, path, before: text, after: text }
    const outcome = await simulate(
      files,
      situation,
      place,
      async (other) => (await findDocument(database, other))?.fields,
    )
    // What the editor begins with is no line that anybody wrote.
    const decided = isReleased ? outcome?.decidedAt : undefined
    const source = files.find(({ name }) => name === decided?.fileName)?.content
    access.push({
      method,
      isAllowed: outcome?.isAllowed === true,
      decidedAt: decided && { line: decided.line, text: source?.split('\n')[decided.line - 1]?.trim() ?? '' },
      coveredBy: decided === undefined ? covering : undefined,
      reason: outcome?.decidedBy?.reason,
    })
  }
  return { isReleased, access }
}
