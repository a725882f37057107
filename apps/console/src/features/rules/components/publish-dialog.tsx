import { findIssues } from '@hearth/rules'
import { useEffect, useMemo, useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import type { RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { track } from '../../../backend/telemetry.ts'
import { rulesTestsTexts, rulesTestsTexts as texts } from '../../../texts/en/rules-tests.ts'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { DetailsFold } from '../../../ui/details-fold.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryFailed, useFailure } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { isOvertaken, type LiveRules, publishRules, type RulesSources } from '../../../shared/rules/published-rules.ts'
import type { SavedTest } from '../../../shared/saved-tests/saved-tests.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import { useRulesToReplace } from '../queries/rules-queries.ts'
import { failuresAmong, type TestResults } from '../tests/use-test-results.ts'
import { holdingRulesOf } from '../replay/holding-rules.ts'
import { useReplay } from '../replay/use-replay.ts'
import { unknownNames } from '../unknown-names.ts'
import { PublishedBy } from './version-list.tsx'
import { LineDiffView } from './line-diff-view.tsx'
import { ReplayVerdict } from './replay-verdict.tsx'
import { nameOf } from '../../../shared/saved-tests/test-words.ts'

const rulesReplayTexts = rulesTexts.replay
const noteMax = 1_000

/** Shows what changes against what holds at this moment, asks why, and publishes. */
export function PublishDialog({
  area,
  base,
  sources,
  tests,
  testResults,
  signIn,
  onClose,
  onPublished,
  onTakeTheirs,
}: {
  readonly area: RulesArea
  /** What held when the changes began. */
  readonly base: LiveRules
  readonly sources: RulesSources
  readonly tests: readonly SavedTest[]
  readonly testResults: TestResults
  readonly signIn: RecentSignIn
  readonly onClose: () => void
  readonly onPublished: () => void
  /** Gives up the changes for what somebody else has published meanwhile. */
  readonly onTakeTheirs: () => void
}) {
  const { project } = useDatabase()
  const query = useRulesToReplace(area)
  const failure = useFailure(query)
  const [problem, setProblem] = useState<unknown>()
  const live = query.data
  const replay = useReplay(area)
  const { start } = replay
  const { name, content } = sources.main
  const { others } = sources
  const unknown = useMemo(() => unknownNames(findIssues([{ name, content }])), [name, content])
  useEffect(() => {
    if (live !== undefined) start([{ name, content }, ...others], holdingRulesOf(live, undefined))
  }, [start, live, name, content, others])
  const form = useForm({
    initial: { note: '' },
    validators: { note: (note) => (note.length > noteMax ? rulesTexts.noteTooLong : undefined) },
    submit: async ({ note }) => {
      if (live === undefined) return
      setProblem(undefined)
      try {
        const isDone = await signIn.run(() => publishRules(project, live, sources, note.trim()), {
          act: rulesTexts.publishTitle(sources.main.name),
        })
        if (!isDone) return
        track({ name: 'rules_publish' })
        toast(rulesTexts.published(sources.main.name))
        onPublished()
      } catch (thrown) {
        // What is shown is not what would be replaced: it is shown anew, and asked again.
        if (isOvertaken(thrown)) void query.refetch()
        else setProblem(thrown)
      }
    },
  })
  return (
    <Dialog
      isOpen
      width="wide"
      title={rulesTexts.publishTitle(sources.main.name)}
      onClose={onClose}
      isDismissable={!form.isSubmitting}
    >
      {live === undefined ? (
        failure === undefined ? (
          <Skeleton rows={4} />
        ) : (
          <QueryFailed title={rulesTexts.failed} error={failure} onRetry={() => void query.refetch()} />
        )
      ) : (
        <form {...form.formProps} className="grid gap-4">
          {live.rulesetName !== base.rulesetName && (
            <Notice
              tone="attention"
              isAnnounced
              action={
                <Button size="small" onPress={onTakeTheirs} isDisabled={form.isSubmitting}>
                  {rulesTexts.takeTheirs}
                </Button>
              }
            >
              {rulesTexts.changedMeanwhile} {live.author !== undefined && <PublishedBy author={live.author} />}
            </Notice>
          )}
          {unknown.length > 0 && (
            <Notice tone="attention">
              <p>{rulesTexts.unknownNames}</p>
              <ul className="mt-1 list-disc pl-5">
                {unknown.slice(0, namedMax).map(({ description, position }) => (
                  <li key={`${description} ${position?.line}:${position?.column}`} className="wrap-anywhere">
                    {description}
                    {position !== undefined && ` (${rulesTexts.issueAt(position.line, position.column)})`}
                  </li>
                ))}
                {unknown.length > namedMax && <li>{texts.more(unknown.length - namedMax)}</li>}
              </ul>
            </Notice>
          )}
          <TestsVerdict tests={tests} results={testResults} />
          <LineDiffView before={live.isReleased ? live.sources.main.content : ''} after={sources.main.content} />
          <section aria-label={rulesReplayTexts.title} className="grid gap-2">
            <h3 className="text-table font-medium">{rulesReplayTexts.intro}</h3>
            <ReplayVerdict replay={replay} />
          </section>
          <TextField {...form.field('note')} label={rulesTexts.note} description={rulesTexts.noteHelp} autoFocus />
          {problem !== undefined && <PublishProblem problem={problem} />}
          <DialogActions>
            <Button onPress={onClose} isDisabled={form.isSubmitting}>
              {uiTexts.cancel}
            </Button>
            <Button type="submit" variant="primary" isPending={form.isSubmitting}>
              {unknown.length > 0 || failuresAmong(testResults, tests).length > 0
                ? rulesTestsTexts.publishAnyway
                : rulesTexts.publish}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

export function PublishProblem({ problem }: { readonly problem: unknown }) {
  const reaction = reactionTo(problem)
  if (reaction.kind === 'quiet') return null
  return (
    <Notice tone="danger" isAnnounced>
      {rulesTexts.couldNotPublish(reaction.message)}
      <DetailsFold details={reaction.details} />
    </Notice>
  )
}

const namedMax = 5

/** What the saved tests say of rules that are about to be published. */
function TestsVerdict({ tests, results }: { readonly tests: readonly SavedTest[]; readonly results: TestResults }) {
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
