import {
  compileRules,
  decide,
  decideList,
  type ExplainedExpression,
  Explanation,
  isVerdict,
  type LookupResult,
  type MapValue,
  type PathValue,
  type SourceFile,
  type Verdict,
} from '@hearth/rules'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { serviceOf } from '../rules-area.ts'
import { database, documentValue, type Place, questionOf } from './rule-request.ts'
import type { Situation } from './situation.ts'

type Position = { readonly line: number; readonly column: number }

/** An `allow` that was tried. */
export interface Attempt {
  readonly fileName: string
  readonly position: Position
  readonly isGranted: boolean
  /** Why it did not grant; `false` for a condition that is not true. */
  readonly reason: string | undefined
  /** Absent for an `allow` without a condition. */
  readonly tree: ExplainedExpression | undefined
}

export interface Outcome {
  readonly isAllowed: boolean
  readonly attempts: readonly Attempt[]
  /** The place that decided; undefined when no `allow` covers the request. */
  readonly decidedAt: (Position & { readonly fileName: string }) | undefined
  /** Other documents that the rules read, as they are now. */
  readonly documentsRead: readonly string[]
}

/** Reads a document for rules that ask for it, as it is now. */
export type ReadDocument = (path: string) => Promise<TypedFields | undefined>

/**
 * What rules without errors say in a situation, and how they come to it. Documents that the rules read are the project's own.
 * Throws a `SituationProblem`, and what `readDocument` throws.
 */
export async function simulate(
  files: readonly SourceFile[],
  situation: Situation,
  place: Place,
  readDocument: ReadDocument,
): Promise<Outcome | undefined> {
  const ruleset = compileRules(files, serviceOf[place.area], { isObserved: true })
  if (ruleset === undefined) return undefined
  const question = questionOf(situation, place)
  const after = question.kind === 'one' && place.area === 'documents' ? question.request : undefined
  const found = new Map<string, MapValue | undefined>()
  const find = (when: 'now' | 'after', asked: PathValue): LookupResult => {
    const path = relativePath(asked)
    if (path === undefined) return { error: `No document of this database can be at ${asked.toString()}.` }
    const own = after?.path.slice(3).join('/')
    if (when === 'after' && path === own) return { document: after?.newResource }
    return found.has(path) ? { document: found.get(path) } : 'unknown'
  }
  for (;;) {
    const observer = new Explanation()
    const options = { find, observer, lookupsMax: place.area === 'files' ? 2 : 10 }
    const decision =
      question.kind === 'query'
        ? decideList(ruleset, question.request, options)
        : decide(ruleset, question.request, options)
    if (isVerdict(decision)) return outcomeOf(decision, observer, [...found.keys()])
    const path = relativePath(decision.path) ?? ''
    const fields = await readDocument(path)
    found.set(path, fields && documentValue(path, fields, place.project))
  }
}

function outcomeOf(verdict: Verdict, { conditions }: Explanation, documentsRead: readonly string[]): Outcome {
  // Conditions are tried in the order of the refusals; what grants comes last.
  const refused = verdict.refusals.map(({ fileName, position, reason }, at): Attempt => ({
    fileName,
    position,
    isGranted: false,
    reason: reason === 'false' ? undefined : reason,
    tree: conditions[at],
  }))
  const { grantedBy } = verdict
  const granted: Attempt[] =
    grantedBy === undefined || !verdict.isAllowed
      ? []
      : [{ ...grantedBy, isGranted: true, reason: undefined, tree: conditions[refused.length] }]
  const attempts = [...refused, ...granted]
  const last = attempts.at(-1)
  const lastRefusal = verdict.isAllowed ? undefined : verdict.refusals.at(-1)
  return {
    isAllowed: verdict.isAllowed,
    attempts,
    decidedAt: last && { fileName: last.fileName, ...(lastRefusal?.reasonPosition ?? last.position) },
    documentsRead,
  }
}

function relativePath({ segments }: PathValue): string | undefined {
  const [databases, named, documents, ...ids] = segments
  const isOurs = databases === 'databases' && named === database && documents === 'documents'
  if (!isOurs || ids.length === 0 || ids.length % 2 !== 0) return undefined
  return ids.some((id) => id === '' || id.includes('/')) ? undefined : ids.join('/')
}

/**
 * The expressions from the whole condition down to the one that made it what it is: each time the last inner one of the same
 * value, or the one that failed.
 */
export function decidingPath(tree: ExplainedExpression): ReadonlySet<ExplainedExpression> {
  const path = new Set<ExplainedExpression>()
  let next: ExplainedExpression | undefined = tree
  while (next !== undefined) {
    path.add(next)
    const { value, children }: ExplainedExpression = next
    next = children.findLast(
      (child) => child.value === value && (value === 'false' || value?.startsWith('error') === true),
    )
  }
  return path
}
