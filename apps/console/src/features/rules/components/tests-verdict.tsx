import { rulesTestsTexts as texts } from '../../../texts/en/rules-tests.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { SavedTest } from '../../../shared/saved-tests/saved-tests.ts'
import { nameOf } from '../../../shared/saved-tests/test-words.ts'
import { failuresAmong, type TestResults } from '../tests/use-test-results.ts'

const namedMax = 5

/** What the saved tests say of rules that are about to be published. */
export function TestsVerdict({
  tests,
  results,
}: {
  readonly tests: readonly SavedTest[]
  readonly results: TestResults
}) {
  if (tests.length === 0) return null
  const failed = failuresAmong(results, tests)
  if (failed.length > 0) {
    return (
      <Notice tone="attention">
        <p>{texts.publishFails(failed.length, tests.length)}</p>
        <ul className="mt-1 list-disc pl-5">
          {failed.slice(0, namedMax).map(({ id, test }) => (
            <li key={id} className="break-words">
              {nameOf(test)}
            </li>
          ))}
          {failed.length > namedMax && <li>{texts.more(failed.length - namedMax)}</li>}
        </ul>
      </Notice>
    )
  }
  return results.isDone ? <Notice tone="good">{texts.publishPasses(tests.length)}</Notice> : null
}
