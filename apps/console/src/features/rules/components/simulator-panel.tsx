import type { SourceFile } from '@hearth/rules'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { rulesTestsTexts } from '../../../texts/en/rules-tests.ts'
import { simulatorTexts as texts } from '../../../texts/en/simulator.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { formatDateTime } from '../../../texts/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { findDocument } from '../../../documents/read-document.ts'
import { formatDocument } from '../../../documents/values/document-json.ts'
import type { DescribedRequest } from '../../../shared/requests/list-requests.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import { type Outcome, simulate } from '../../../shared/rules/simulator/simulate.ts'
import { type Situation, SituationProblem } from '../../../shared/rules/simulator/situation.ts'
import type { SavedTest } from '../../../shared/saved-tests/saved-tests.ts'
import { nameOf } from '../../../shared/saved-tests/test-words.ts'
import { OutcomeReasons, OutcomeVerdict } from './outcome-view.tsx'
import { SaveTestDialog } from '../../../shared/saved-tests/save-test-dialog.tsx'
import { SituationForm } from './situation-form.tsx'

/** What was tried last, with the situation and the sources it was tried on. */
export interface Trial {
  readonly outcome: Outcome
  readonly situation: Situation
  readonly files: readonly SourceFile[]
}

type Problem =
  | { readonly kind: 'situation'; readonly problem: SituationProblem }
  | { readonly kind: 'said'; readonly text: string }

/** Tries the rules of the editor in a made-up situation; documents that they read are the project's own. */
export function SimulatorPanel({
  area,
  files,
  situation,
  trial,
  onSituation,
  onTrial,
  onGo,
  opened,
  asked,
  runsAtOnce,
  onSaved,
  onClose,
}: {
  readonly area: RulesArea
  readonly files: readonly SourceFile[]
  readonly situation: Situation
  readonly trial: Trial | undefined
  readonly onSituation: (situation: Situation) => void
  readonly onTrial: (trial: Trial | undefined) => void
  readonly onGo: (position: { readonly line: number; readonly column: number }) => void
  /** The saved test that the situation came from. */
  readonly opened: SavedTest | undefined
  /** The past request that the situation came from. */
  readonly asked: DescribedRequest | undefined
  /** A situation that is tried as soon as it is there. */
  readonly runsAtOnce: Situation | undefined
  /** Absent for whoever may not save tests. */
  readonly onSaved: ((saved: SavedTest) => void) | undefined
  /** Leaves the saved test or the past request. */
  readonly onClose: () => void
}) {
  const database = useDatabase()
  const { project } = database
  const [problem, setProblem] = useState<Problem>()
  const [isRunning, setRunning] = useState(false)
  const [isSaving, setSaving] = useState(false)

  const read = async (path: string) => (await findDocument(database, path))?.fields
  const run = async (): Promise<void> => {
    setProblem(undefined)
    setRunning(true)
    try {
      const place = {
        area,
        project: project.id,
        database: database.id,
        bucket: project.identity.storageBucket,
        now: Date.now(),
      }
      const outcome = await simulate(files, situation, place, read)
      onTrial(outcome && { outcome, situation, files })
      if (outcome === undefined) setProblem({ kind: 'said', text: texts.hasErrors })
    } catch (thrown) {
      onTrial(undefined)
      setProblem(
        thrown instanceof SituationProblem
          ? { kind: 'situation', problem: thrown }
          : { kind: 'said', text: `${texts.failed} ${messageOf(thrown)}` },
      )
    } finally {
      setRunning(false)
    }
  }
  const load = async (): Promise<void> => {
    setProblem(undefined)
    try {
      const fields = await read(situation.path)
      onSituation({ ...situation, before: fields === undefined ? '' : formatDocument(fields) })
      if (fields === undefined) setProblem({ kind: 'said', text: texts.notThere })
    } catch (thrown) {
      setProblem({ kind: 'said', text: `${texts.loadFailed} ${messageOf(thrown)}` })
    }
  }
  const runNow = useEffectEvent(run)
  const isToRun = runsAtOnce !== undefined && runsAtOnce === situation
  useEffect(() => {
    if (isToRun) void runNow()
  }, [isToRun])
  const triedSources = useMemo(() => new Map(trial?.files.map(({ name, content }) => [name, content])), [trial])
  const outdated = trial && whyOutdated(trial, situation, files)
  return (
    <>
      <form
        // What gets the focus is not to lie behind the bar at the lower edge.
        className="grid gap-4 p-4 [&_:is(input,textarea,button,summary)]:scroll-mb-24"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        {opened !== undefined && (
          <Origin
            title={rulesTestsTexts.opened(nameOf(opened.test))}
            closing={rulesTestsTexts.close}
            onClose={onClose}
          />
        )}
        {asked !== undefined && (
          <>
            <Origin
              title={texts.openedRequest(
                `${asked.request.operation} ${asked.request.path}`,
                formatDateTime(Date.parse(asked.request.time)),
              )}
              closing={texts.closeRequest}
              onClose={onClose}
            />
            {asked.unknown.length > 0 && (
              <Notice tone="attention">{texts.fillInWhatIsNotKept(asked.unknown.join(', '))}</Notice>
            )}
          </>
        )}
        <SituationForm
          area={area}
          situation={situation}
          problem={problem?.kind === 'situation' ? problem.problem : undefined}
          onChange={onSituation}
          onLoad={area === 'documents' && situation.path !== '' ? () => void load() : undefined}
        />
        {/* As long as the form is longer than the window, the verdict and the button stay at its lower edge. */}
        <div
          className={classNames(
            'sticky bottom-0 -mx-4 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-ground-1 px-4 py-2',
            trial === undefined && problem?.kind !== 'said' ? '-mb-4' : 'border-b',
          )}
        >
          <Button type="submit" isPending={isRunning}>
            {texts.run}
          </Button>
          <div role="status" className="min-w-0 flex-1 basis-48">
            {trial !== undefined && <OutcomeVerdict outcome={trial.outcome} sources={triedSources} />}
            {outdated !== undefined && <p className="text-table text-amber">{outdated}</p>}
          </div>
        </div>
        {problem?.kind === 'said' && (
          <Notice tone="attention" isAnnounced>
            {problem.text}
          </Notice>
        )}
        {trial !== undefined && (
          <div className="grid gap-2">
            <OutcomeReasons outcome={trial.outcome} sources={triedSources} onGo={onGo} />
            {onSaved !== undefined && outdated === undefined && (
              <div>
                <Button onPress={() => setSaving(true)}>{rulesTestsTexts.saveAs}</Button>
              </div>
            )}
          </div>
        )}
      </form>
      {isSaving && trial !== undefined && (
        <SaveTestDialog
          test={trial.outcome.test}
          isAllowed={trial.outcome.isAllowed}
          replaced={opened}
          documentsRead={trial.outcome.documentsRead}
          onSaved={(saved) => {
            setSaving(false)
            onSaved?.(saved)
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

/** Where a situation came from, and the way out of it. */
function Origin({
  title,
  closing,
  onClose,
}: {
  readonly title: string
  readonly closing: string
  readonly onClose: () => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 rounded border border-line bg-ground-2 px-3 py-1.5">
      <p className="min-w-0 flex-1 basis-48 text-table break-words">{title}</p>
      <Button size="small" variant="quiet" onPress={onClose}>
        {closing}
      </Button>
    </div>
  )
}

/** Undefined while the outcome is that of what stands in the form and the editor. */
function whyOutdated(trial: Trial, situation: Situation, files: readonly SourceFile[]): string | undefined {
  if (trial.files.some(({ content }, at) => content !== files[at]?.content)) return texts.outdated
  const keys = Object.keys(situation) as (keyof Situation)[]
  return keys.some((key) => trial.situation[key] !== situation[key]) ? texts.otherQuestion : undefined
}
