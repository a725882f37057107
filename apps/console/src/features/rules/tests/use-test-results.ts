import { RulesSources, RulesSuite, type RulesTestResult, type SourceFile } from '@hearth/rules'
import { useEffect, useState, useMemo } from 'react'
import type { SavedTest } from '../../../shared/saved-tests/saved-tests.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { areaOf, databaseOf, type RulesArea } from '../../../shared/rules/rules-area.ts'
import type { ShownQuery } from '../../../ui/query-content.tsx'
import { useSavedTests } from '../queries/rules-queries.ts'

/** Longer than this at a stretch and typing is held up. */
const sliceMs = 12

export interface TestResults {
  /** By the id of the test; `unaskable` for one that this version can't ask. */
  readonly results: ReadonlyMap<string, RulesTestResult | 'unaskable'>
  readonly isDone: boolean
  readonly hasErrors: boolean
}

const none: TestResults = { results: new Map(), isDone: false, hasErrors: false }

/**
 * What rules say to tests, asked anew when either changes and a few at a time.
 *
 * @param files and `tests` must keep their identity while they are the same
 */
function useTestResults(files: readonly SourceFile[], tests: readonly SavedTest[]): TestResults {
  const [known, setKnown] = useState(none)
  useEffect(() => {
    const results = new Map<string, RulesTestResult | 'unaskable'>()
    const waiting = [...tests]
    let timer: ReturnType<typeof setTimeout>
    const begin = (): void => {
      const sources = new RulesSources(files)
      if (sources.hasErrors) setKnown({ ...none, hasErrors: true })
      else run(new RulesSuite(sources, { nowNanos: BigInt(Date.now()) * 1_000_000n }))
    }
    const run = (suite: RulesSuite): void => {
      const until = performance.now() + sliceMs
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        results.set(next.id, resultOf(suite, next))
        if (performance.now() > until) break
      }
      setKnown({ results: new Map(results), isDone: waiting.length === 0, hasErrors: false })
      if (waiting.length > 0) timer = setTimeout(() => run(suite))
    }
    timer = setTimeout(begin)
    return () => clearTimeout(timer)
  }, [files, tests])
  return known
}

function resultOf(suite: RulesSuite, { test }: SavedTest): RulesTestResult | 'unaskable' {
  try {
    return suite.run(test)
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'invalid-argument') return 'unaskable'
    throw thrown
  }
}

export function failuresAmong({ results }: TestResults, tests: readonly SavedTest[]): readonly SavedTest[] {
  return tests.filter(({ id }) => {
    const result = results.get(id)
    return result === 'unaskable' || result?.isPassed === false
  })
}

export interface AreaTests {
  readonly query: ShownQuery<readonly SavedTest[]>
  /** Those of the area; none before the first answer. */
  readonly tests: readonly SavedTest[]
  readonly results: TestResults
}

/**
 * The saved tests of an area, of documents those of the database that the address names, and what sources say to each.
 *
 * @param files must keep their identity while they are the same
 */
export function useAreaTests(area: RulesArea, files: readonly SourceFile[]): AreaTests {
  const { id } = useDatabase()
  const { data, error, isPending, errorUpdateCount, refetch } = useSavedTests()
  const tests = useMemo(
    () => (data ?? []).filter(({ test }) => areaOf(test) === area && (area === 'files' || databaseOf(test) === id)),
    [data, area, id],
  )
  const results = useTestResults(files, tests)
  // The tools beside the editor are not rendered again at each key.
  const query = useMemo(
    () => ({ data, error, isPending, errorUpdateCount, refetch }),
    [data, error, isPending, errorUpdateCount, refetch],
  )
  return useMemo(() => ({ query, tests, results }), [query, tests, results])
}
