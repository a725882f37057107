import type { SourceFile } from '@hearth/rules'
import { useCallback, useMemo } from 'react'
import { listTests, type SavedTest } from '../../../saved-tests/saved-tests.ts'
import { useDatabase } from '../../../databases/use-database.ts'
import { type Asking, useAsked } from '../../../ui/use-asked.ts'
import { areaOf, databaseOf, type RulesArea } from '../../../rules/rules-area.ts'
import { type TestResults, useTestResults } from './use-test-results.ts'

export interface AreaTests {
  readonly asking: Asking<readonly SavedTest[]>
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
  const { project, id } = useDatabase()
  const asking = useAsked(useCallback(() => listTests(project), [project]))
  const { answer } = asking.asked
  const tests = useMemo(
    () => (answer ?? []).filter(({ test }) => areaOf(test) === area && (area === 'files' || databaseOf(test) === id)),
    [answer, area, id],
  )
  const results = useTestResults(files, tests)
  return useMemo(() => ({ asking, tests, results }), [asking, tests, results])
}
