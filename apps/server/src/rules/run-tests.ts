import { parseTimestamp } from '@hearth/model'
import {
  compileRules,
  Coverage,
  decide,
  isVerdict,
  liftJson,
  type LookupResult,
  MapValue,
  type Method,
  type PathValue,
  type Refusal,
  type SourceFile,
  TimestampValue,
} from '@hearth/rules'
import { encodeCoverage } from './encode-report.ts'

/** One question to rules with the answer that is expected; values as plain JSON. */
export interface RulesTestCase {
  readonly expectation: 'ALLOW' | 'DENY' | 'EXPECTATION_UNSPECIFIED'
  readonly request: {
    /** From the root, as in `request.path`: `/databases/(default)/documents/users/ada` or `/b/bucket/o/photo.png`. */
    readonly path: string
    readonly method: Method
    readonly auth?: Readonly<Record<string, unknown>> | null | undefined
    /** RFC 3339. */
    readonly time?: string | undefined
    readonly resource?: Readonly<Record<string, unknown>> | null | undefined
  }
  readonly resource?: Readonly<Record<string, unknown>> | null | undefined
  /** What `get()` and `exists()` give for a path. */
  readonly functionMocks: readonly {
    readonly function: string
    readonly args: readonly { readonly exactValue?: unknown; readonly anyValue?: unknown }[]
    readonly result: { readonly value?: unknown; readonly undefined?: unknown }
  }[]
  readonly expressionReportLevel?: string | undefined
}

export interface RulesTestResult {
  readonly state: 'SUCCESS' | 'FAILURE'
  readonly debugMessages: readonly string[]
  readonly errorPosition?: { readonly fileName: string; readonly line: number; readonly column: number }
  readonly expressionReports?: readonly object[]
}

/** Asks rules that have no errors each of the cases. Reads no documents: what a case does not mock does not exist. */
export function runTests(files: readonly SourceFile[], cases: readonly RulesTestCase[]): RulesTestResult[] {
  return cases.map((test) => runTest(files, test))
}

function runTest(files: readonly SourceFile[], test: RulesTestCase): RulesTestResult {
  const segments = test.request.path.split('/').filter(Boolean)
  const service = segments[0] === 'b' ? 'firebase.storage' : 'cloud.firestore'
  const ruleset = compileRules(files, service, { isObserved: true })
  if (ruleset === undefined) throw new Error('sources are checked before they are tested')
  const { method, auth, time, resource } = test.request
  const coverage = new Coverage()
  const verdict = decide(
    ruleset,
    {
      method,
      path: segments,
      auth: mapOf(auth),
      time: new TimestampValue(time === undefined ? 0n : parseTimestamp(time) * 1000n),
      resource: mapOf(test.resource),
      newResource: mapOf(resource) ?? undefined,
    },
    { lookupsMax: service === 'firebase.storage' ? 2 : 10, find: finderOf(test), observer: coverage },
  )
  if (!isVerdict(verdict)) throw new Error('a test knows all documents')
  const isExpected = verdict.isAllowed === (test.expectation !== 'DENY')
  const position = verdict.refusals.findLast(({ reasonPosition }) => reasonPosition !== undefined)
  return {
    state: isExpected ? 'SUCCESS' : 'FAILURE',
    debugMessages: verdict.refusals.filter(({ reason }) => reason !== 'false').map(messageOf),
    ...(position?.reasonPosition && { errorPosition: { fileName: position.fileName, ...position.reasonPosition } }),
    ...(test.expressionReportLevel !== undefined && {
      expressionReports: coverage.report(ruleset.sources).map(encodeCoverage),
    }),
  }
}

function finderOf({ functionMocks }: RulesTestCase) {
  return (when: 'now' | 'after', path: PathValue): LookupResult => {
    const names = when === 'now' ? ['get', 'exists'] : ['getAfter', 'existsAfter']
    for (const { function: name, args, result } of functionMocks) {
      const [arg] = args
      const isMocked = arg?.anyValue !== undefined || arg?.exactValue === path.toString()
      if (!names.includes(name.replace('firestore.', '')) || !isMocked) continue
      if (result.undefined !== undefined || result.value === false || result.value === null)
        return { document: undefined }
      const value = liftJson(result.value)
      return { document: value instanceof MapValue ? value : new MapValue(new Map()) }
    }
    return { document: undefined }
  }
}

function mapOf(json: Readonly<Record<string, unknown>> | null | undefined): MapValue | null {
  const value = json === undefined || json === null ? null : liftJson(json)
  return value instanceof MapValue ? value : null
}

function messageOf({ fileName, position, reasonPosition = position, reason }: Refusal): string {
  return `Error: ${fileName} line [${reasonPosition.line}], column [${reasonPosition.column}]. ${reason}`
}
