import type { RulesTestResult } from '@hearth/rules'
import { CircleCheck, CircleX, Download, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { rulesTestsTexts as texts } from '../../../texts/en/rules-tests.ts'
import { simulatorTexts } from '../../../texts/en/simulator.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryContent, type ShownQuery } from '../../../ui/query-content.tsx'
import { saveText } from '../../../ui/save-file.ts'
import { type SavedTest, deleteTest } from '../../../shared/saved-tests/saved-tests.ts'
import { nameOf, shortPath, whoOf } from '../../../shared/saved-tests/test-words.ts'
import { failuresAmong, type TestResults } from '../tests/use-test-results.ts'
import { failureOf } from '../../../backend/errors/failure.ts'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { toast } from '../../../ui/toast.ts'

type Position = { readonly line: number; readonly column: number }

/** The tests that the team has saved, and what the rules in the editor say to each. */
export function TestsPanel({
  query,
  tests,
  results,
  mayChange,
  onOpen,
  onGo,
}: {
  readonly query: ShownQuery<readonly SavedTest[]>
  /** Those of the area. */
  readonly tests: readonly SavedTest[]
  readonly results: TestResults
  readonly mayChange: boolean
  readonly onOpen: (saved: SavedTest) => void
  readonly onGo: (position: Position) => void
}) {
  const project = useProject()
  const [deleting, setDeleting] = useState<SavedTest>()
  if (query.data === undefined) {
    return (
      <QueryContent query={query} failed={texts.failed} rows={4}>
        {() => null}
      </QueryContent>
    )
  }
  if (tests.length === 0) {
    return (
      <EmptyState icon={<FlaskConical />} title={texts.emptyTitle}>
        {texts.empty}
      </EmptyState>
    )
  }
  const download = (): void => {
    const suite = { testCases: tests.map(({ test }) => test) }
    saveText(`${project.id}.rules.tests.json`, 'application/json', `${JSON.stringify(suite, null, 2)}\n`)
  }
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <p role="status" className="min-w-0 flex-1 text-table text-ink-2">
          {summaryOf(tests, results)}
        </p>
        <Button size="small" icon={<Download />} onPress={download}>
          {texts.download}
        </Button>
      </div>
      <ul aria-label={texts.list} className="divide-y divide-line">
        {tests.map((saved) => (
          <li key={saved.id} className="px-4 py-2">
            <TestRow
              saved={saved}
              result={results.results.get(saved.id)}
              onGo={onGo}
              onOpen={() => onOpen(saved)}
              onDelete={mayChange ? () => setDeleting(saved) : undefined}
            />
          </li>
        ))}
      </ul>
      {deleting !== undefined && (
        <DeleteTestDialog
          saved={deleting}
          onDeleted={() => void query.refetch()}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  )
}

function summaryOf(tests: readonly SavedTest[], results: TestResults): string {
  if (results.hasErrors) return texts.rulesHaveErrors
  if (!results.isDone) return texts.running(results.results.size, tests.length)
  const failed = failuresAmong(results, tests).length
  return failed === 0 ? texts.allPass(tests.length) : texts.someFail(failed, tests.length)
}

function TestRow({
  saved: { test },
  result,
  onGo,
  onOpen,
  onDelete,
}: {
  readonly saved: SavedTest
  readonly result: RulesTestResult | 'unaskable' | undefined
  readonly onGo: (position: Position) => void
  readonly onOpen: () => void
  readonly onDelete: (() => void) | undefined
}) {
  const name = nameOf(test)
  const decidedAt = typeof result === 'object' ? result.decidedAt : undefined
  return (
    <div className="grid gap-1">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 text-table font-medium break-words">{name}</p>
        <ResultBadge result={result} />
      </div>
      <p className="text-small break-words text-ink-2">
        <span className="font-mono text-code">
          {test.request.method} {shortPath(test)}
        </span>{' '}
        {whoOf(test)} {texts.expected[test.expectation]}
      </p>
      {typeof result === 'object' && !result.isPassed && (
        <p className="text-small break-words text-crimson">
          {decidedAt === undefined ? texts.nothingCovers : texts.decidedAt(result.isAllowed, decidedAt.position.line)}
          {result.messages.length > 0 && `. ${result.messages.join(' ')}`}
        </p>
      )}
      <div className="-ml-2 flex flex-wrap gap-1">
        <Button size="small" variant="quiet" aria-label={texts.openTest(name)} onPress={onOpen}>
          {texts.open}
        </Button>
        {decidedAt !== undefined && (
          <Button size="small" variant="quiet" onPress={() => onGo({ ...decidedAt.position })}>
            {simulatorTexts.goToLine(decidedAt.position.line)}
          </Button>
        )}
        {onDelete !== undefined && (
          <Button size="small" variant="quiet" aria-label={texts.removeTest(name)} onPress={onDelete}>
            {texts.remove}
          </Button>
        )}
      </div>
    </div>
  )
}

function ResultBadge({ result }: { readonly result: RulesTestResult | 'unaskable' | undefined }) {
  if (result === undefined) return <Badge>{texts.waiting}</Badge>
  if (result === 'unaskable') return <Badge tone="danger">{texts.unaskable}</Badge>
  return result.isPassed ? (
    <Badge tone="good" icon={<CircleCheck />}>
      {texts.passes}
    </Badge>
  ) : (
    <Badge tone="danger" icon={<CircleX />}>
      {texts.fails}
    </Badge>
  )
}

/** Asks before a test goes, which it does for everybody. */
function DeleteTestDialog({
  saved,
  onDeleted,
  onClose,
}: {
  readonly saved: SavedTest
  readonly onDeleted: () => void
  readonly onClose: () => void
}) {
  const project = useProject()
  const [isDeleting, setDeleting] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const remove = async (): Promise<void> => {
    setDeleting(true)
    setFailing(undefined)
    try {
      await deleteTest(project, saved)
    } catch (thrown) {
      // Deleted by somebody else meanwhile is deleted.
      if (failureOf(thrown).code !== 'not-found') {
        setFailing(reactionTo(thrown))
        setDeleting(false)
        return
      }
    }
    toast(texts.removed)
    onDeleted()
    onClose()
  }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={texts.removeTitle(nameOf(saved.test))}
      isDismissable={!isDeleting}
    >
      <p className="text-body text-ink-2">{texts.removeText}</p>
      <FailureNotice failing={failing} />
      <DialogActions>
        <Button autoFocus onPress={onClose} isDisabled={isDeleting}>
          {uiTexts.cancel}
        </Button>
        <Button variant="danger" isPending={isDeleting} onPress={() => void remove()}>
          {texts.remove}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
