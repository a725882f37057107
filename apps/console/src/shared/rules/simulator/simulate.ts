import {
  answer,
  compileRules,
  decidingRefusal,
  type ExplainedExpression,
  Explanation,
  type FunctionMock,
  isVerdict,
  lookupsMax,
  type PathValue,
  questionOf,
  type RulesTestCase,
  type SourceFile,
  toldDocuments,
  type Verdict,
} from '@hearth/rules'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { simulatorTexts } from '../../../texts/en/simulator.ts'
import { serviceOf } from '../rules-area.ts'
import type { Place, Situation } from './situation.ts'
import { databasePrefix, mockOf, testCaseOf } from './test-case.ts'

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
  /**
   * The attempt that decided: what granted, or of those that did not the one in the block that is most about this path, such as
   * `/orders/{order}` before `/{document=**}`. Undefined when no `allow` covers the request.
   */
  readonly decidedBy: Attempt | undefined
  /** The place in it that decided. */
  readonly decidedAt: (Position & { readonly fileName: string }) | undefined
  /** Other documents that the rules read, as they are now. */
  readonly documentsRead: readonly string[]
  /** What was asked, with those documents told: it comes to the same whatever becomes of them. */
  readonly test: RulesTestCase
}

/** Reads a document for rules that ask for it, as it is now. */
export type ReadDocument = (path: string) => Promise<TypedFields | undefined>

/**
 * What rules without errors say in a situation, and how they come to it. Documents that the rules read and the situation doesn't tell of
 * are the project's own. Throws a `SituationProblem`, and what `readDocument` throws.
 */
export async function simulate(
  files: readonly SourceFile[],
  situation: Situation,
  place: Place,
  readDocument: ReadDocument,
): Promise<Outcome | undefined> {
  const service = serviceOf[place.area]
  const ruleset = compileRules(files, service, { isObserved: true })
  if (ruleset === undefined) return undefined
  const documentsRead: string[] = []
  let test = testCaseOf(situation, place)
  for (;;) {
    const question = questionOf(test, BigInt(place.now) * 1_000_000n)
    const told = toldDocuments(test, question)
    const observer = new Explanation()
    const decision = answer(ruleset, question, {
      find: (when, asked) => {
        if (relativePath(asked, place) !== undefined) return told(when, asked)
        return { error: simulatorTexts.noSuchPlace(asked.toString()) }
      },
      observer,
      lookupsMax: lookupsMax[service],
    })
    if (isVerdict(decision)) return outcomeOf(decision, observer, documentsRead, test)
    const path = relativePath(decision.path, place) ?? ''
    documentsRead.push(path)
    const read: FunctionMock[] = mockOf(path, await readDocument(path), place)
    test = { ...test, functionMocks: [...(test.functionMocks ?? []), ...read] }
  }
}

function outcomeOf(
  verdict: Verdict,
  { conditions }: Explanation,
  documentsRead: readonly string[],
  test: RulesTestCase,
): Outcome {
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
  const refusal = verdict.isAllowed ? undefined : decidingRefusal(verdict.refusals)
  const decidedBy = refusal === undefined ? attempts.at(-1) : attempts[verdict.refusals.indexOf(refusal)]
  return {
    isAllowed: verdict.isAllowed,
    attempts,
    decidedBy,
    decidedAt: decidedBy && { fileName: decidedBy.fileName, ...(refusal?.reasonPosition ?? decidedBy.position) },
    documentsRead,
    test,
  }
}

function relativePath(path: PathValue, place: Place): string | undefined {
  const [, ...ids] = path.toString().startsWith(databasePrefix(place)) ? path.segments.slice(2) : []
  if (ids.length === 0 || ids.length % 2 !== 0) return undefined
  return ids.some((id) => id === '' || id.includes('/')) ? undefined : ids.join('/')
}
