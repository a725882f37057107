import type { SourceFile } from '@hearth/rules'
import { useMemo } from 'react'
import type { SavedTest } from '../../../shared/saved-tests/saved-tests.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { areaOf, databaseOf, type RulesArea } from '../../../shared/rules/rules-area.ts'
import type { ShownQuery } from '../../../ui/query-content.tsx'
import { useSavedTests } from '../queries/rules-queries.ts'
import { type TestResults, useTestResults } from './use-test-results.ts'

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
