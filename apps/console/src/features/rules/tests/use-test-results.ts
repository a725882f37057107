import { RulesSources, RulesSuite, type RulesTestResult, type SourceFile } from '@hearth/rules'
import { useEffect, useState } from 'react'
import type { SavedTest } from '../../../shared/saved-tests/saved-tests.ts'

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
export function useTestResults(files: readonly SourceFile[], tests: readonly SavedTest[]): TestResults {
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
