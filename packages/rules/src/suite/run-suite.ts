import { isVerdict, type Refusal, type Verdict } from '../evaluate/decide.ts'
import type { Observer, LookupResult } from '../evaluate/evaluation.ts'
import { compileRules, type Ruleset } from '../evaluate/ruleset.ts'
import type { RulesSources, SourceFile } from '../evaluate/rules-sources.ts'
import type { ServiceName } from '../evaluate/scope.ts'
import type { SourcePosition } from '../syntax/source-position.ts'
import { answer, questionOf, serviceOfPath, liftResource, type RulesQuestion } from './question.ts'
import type { RulesTestCase } from './test-case.ts'
import { MapValue, type PathValue } from '../values/rule-value.ts'

/** Documents that the rules of one request may read. */
export const lookupsMax: Readonly<Record<ServiceName, number>> = { 'cloud.firestore': 10, 'firebase.storage': 2 }
const emptyMap = new MapValue(new Map())

export interface RulesTestResult {
  readonly isAllowed: boolean
  /** Whether that is what was expected. */
  readonly isPassed: boolean
  /** Conditions that had no value, in the vendor's words. */
  readonly messages: readonly string[]
  /** Where the last of them failed. */
  readonly failedAt: { readonly fileName: string; readonly position: SourcePosition } | undefined
  /** The place that decided; undefined when no `allow` covers the request. */
  readonly decidedAt: { readonly fileName: string; readonly position: SourcePosition } | undefined
}

/** Sources without errors, compiled once for all the cases that they are asked. */
export class RulesSuite {
  readonly #files: readonly SourceFile[] | RulesSources
  readonly #nowNanos: bigint
  readonly #isObserved: boolean
  readonly #rulesets = new Map<ServiceName, Ruleset>()

  /** `nowNanos`: for cases without a time, in nanoseconds since the epoch. */
  constructor(
    files: readonly SourceFile[] | RulesSources,
    options: { readonly nowNanos: bigint; readonly isObserved?: boolean },
  ) {
    this.#files = files
    this.#nowNanos = options.nowNanos
    this.#isObserved = options.isObserved ?? false
  }

  /** Reads no documents: what the case does not tell of does not exist. Throws `invalid-argument` for a case that can't be asked. */
  run(test: RulesTestCase, observer?: Observer): RulesTestResult {
    const service = serviceOfPath(test.request.path)
    const question = questionOf(test, this.#nowNanos)
    const told = toldDocuments(test, question)
    const verdict = answer(this.#ruleset(service), question, {
      lookupsMax: lookupsMax[service],
      find: (when, path) => {
        const found = told(when, path)
        return found === 'unknown' ? { document: undefined } : found
      },
      observer,
    })
    if (!isVerdict(verdict)) throw new Error('a test knows all documents')
    return resultOf(verdict, test)
  }

  /** What the case is asked of, for a report on its coverage. */
  sourcesFor({ request }: RulesTestCase): Ruleset['sources'] {
    return this.#ruleset(serviceOfPath(request.path)).sources
  }

  #ruleset(service: ServiceName): Ruleset {
    let ruleset = this.#rulesets.get(service)
    if (ruleset === undefined) {
      ruleset = compileRules(this.#files, service, { isObserved: this.#isObserved })
      if (ruleset === undefined) throw new Error('sources are checked before they are tested')
      this.#rulesets.set(service, ruleset)
    }
    return ruleset
  }
}

function resultOf({ isAllowed, grantedBy, refusals }: Verdict, { expectation }: RulesTestCase): RulesTestResult {
  const failed = refusals.findLast(({ reasonPosition }) => reasonPosition !== undefined)
  const last = refusals.at(-1)
  return {
    isAllowed,
    isPassed: isAllowed === (expectation !== 'DENY'),
    messages: refusals.filter(({ reason }) => reason !== 'false').map(messageOf),
    failedAt: failed?.reasonPosition && { fileName: failed.fileName, position: failed.reasonPosition },
    decidedAt: grantedBy ?? (last && { fileName: last.fileName, position: last.reasonPosition ?? last.position }),
  }
}

function messageOf({ fileName, position, reasonPosition = position, reason }: Refusal): string {
  return `Error: ${fileName} line [${reasonPosition.line}], column [${reasonPosition.column}]. ${reason}`
}

/**
 * What a test case says of the documents that rules ask for: by its mocks, and of the document that it is about by what is there before
 * and after. `unknown` where it says nothing.
 */
export function toldDocuments(
  { functionMocks = [] }: RulesTestCase,
  question: RulesQuestion,
): (when: 'now' | 'after', path: PathValue) => LookupResult {
  return (when, path) => {
    const names = when === 'now' ? ['get', 'exists'] : ['getAfter', 'existsAfter']
    for (const { function: name, args, result } of functionMocks) {
      const [arg] = args
      const isMocked = arg?.anyValue !== undefined || arg?.exactValue === path.toString()
      if (!names.includes(name.replace('firestore.', '')) || !isMocked) continue
      const { value } = result
      if (result.undefined !== undefined || value === false || value === null) return { document: undefined }
      const isMap = typeof value === 'object' && !Array.isArray(value)
      return { document: (isMap && liftResource(path.segments, value as Record<string, unknown>)) || emptyMap }
    }
    return question.kind === 'one' ? ownDocument(question.request, when, path) : 'unknown'
  }
}

type OneRequest = Extract<RulesQuestion, { kind: 'one' }>['request']

function ownDocument(request: OneRequest, when: 'now' | 'after', path: PathValue): LookupResult {
  if (request.path.join('/') !== path.segments.join('/')) return 'unknown'
  const isRead = request.method === 'get' || request.method === 'list'
  return { document: (when === 'now' || isRead ? request.resource : request.newResource) ?? undefined }
}
