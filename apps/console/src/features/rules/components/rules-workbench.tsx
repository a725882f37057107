import { findIssues, pathAt, type RulesIssue } from '@hearth/rules'
import { useEffect, useMemo, useState } from 'react'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSignedIn } from '../../../session/session-context.tsx'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import { toast, toastProblem } from '../../../ui/toast.ts'
import { useDebounced } from '../../../ui/use-delay.ts'
import { RulesEditor } from '../editor/rules-editor.tsx'
import type { LiveRules, RulesSources } from '../../../shared/rules/published-rules.ts'
import type { RulesOverride } from '../queries/rules-queries.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import { decidingPlaceOf } from '../deciding-place.ts'
import { useAskedRequest } from '../use-asked-request.ts'
import { useComparedVersion } from '../use-compared-version.ts'
import { holdingRulesOf } from '../replay/holding-rules.ts'
import { useAreaTests } from '../tests/use-test-results.ts'
import { useKeptDraft } from '../draft/use-kept-draft.ts'
import { DraftOffer, UnkeptDraftNotice } from './draft-offer.tsx'
import { DecidingVersionDialog } from './deciding-version-dialog.tsx'
import { IssueList } from './issue-list.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { unknownNames } from '../unknown-names.ts'
import { RulesTools } from './rules-tools.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import type { Trial } from './simulator-panel.tsx'
import { VersionDialog } from './version-dialog.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import { useSearch } from '@tanstack/react-router'

/** What is wrong with a long text takes longer to find than a key may. */
const pauseMs = 150

/** The editor of one source, what is wrong with it, and the tools beside it. */
export function RulesWorkbench({
  area,
  live,
  override,
  draft,
  onDraft,
  onPublished,
}: {
  readonly area: RulesArea
  readonly live: LiveRules
  /** What holds instead of it. */
  readonly override: RulesOverride | undefined
  /** Undefined: as it was published. */
  readonly draft: string | undefined
  readonly onDraft: (draft: string | undefined) => void
  readonly onPublished: () => void
}) {
  const { project, id } = useDatabase()
  const signIn = useRecentSignIn(project)
  const [base, setBase] = useState(live)
  const [offset, setOffset] = useState(0)
  const [target, setTarget] = useState<{ readonly line: number; readonly column: number }>()
  const [isPublishing, setPublishing] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const [compared, setCompared] = useComparedVersion()
  const [trial, setTrial] = useState<Trial>()
  const [asked, closeRequest] = useAskedRequest()
  const [isDecidingShown, setDecidingShown] = useState(false)
  if (draft === undefined && base !== live) setBase(live)

  const { main, others } = useMemo(() => sourcesOf(live, override), [live, override])
  const holding = useMemo(() => holdingRulesOf(live, override), [live, override])
  const content = draft ?? main.content
  const [settled, settle] = useDebounced(content, pauseMs)
  const [settledOffset] = useDebounced(offset, pauseMs)
  const issues = useMemo(() => findIssues([{ name: main.name, content: settled }]), [main.name, settled])
  const path = useMemo(() => pathAt(settled, settledOffset), [settled, settledOffset])
  const hasErrors = issues.some(isError)
  const isPublisher = project.role === 'owner' && override === undefined
  const uid = useSignedIn()?.account.uid
  const place = isPublisher && uid !== undefined ? { uid, project: project.id, area, database: id } : undefined
  const { offered, keeping, settle: settleOffer } = useKeptDraft(place, draft, base.rulesetName, main.content)
  // What was written before comes first: nothing is to take its place unseen.
  const mayPublish = isPublisher && offered === undefined
  const files = useMemo(() => [{ name: main.name, content: settled }, ...others], [main.name, settled, others])
  const areaTests = useAreaTests(area, files)
  const decided = trial?.files[0]?.content === content ? trial.outcome.decidedAt : undefined
  const deciding = useMemo(
    () => asked && decidingPlaceOf(asked.described.request, live, override, main.name),
    [asked, live, override, main.name],
  )
  const wantedLine = useWantedLine(setTarget)
  const markedLine =
    trial === undefined
      ? draft === undefined
        ? deciding?.kind === 'here'
          ? deciding.line
          : wantedLine
        : undefined
      : decided?.fileName === main.name
        ? decided.line
        : undefined
  useEffect(() => {
    if (asked?.isLineWanted !== true || deciding === undefined) return
    if (deciding.kind === 'here') setTarget({ line: deciding.line, column: deciding.column })
    else setDecidingShown(true)
  }, [asked, deciding])
  const write = (text: string): void => onDraft(text === main.content ? undefined : text)
  const publish = (): void => {
    if (!mayPublish || draft === undefined) return
    const isWrong = settled === content ? hasErrors : hasErrorsIn(main.name, content)
    if (isWrong) toastProblem(rulesTexts.hasErrors)
    else setPublishing(true)
  }
  useActInAddress('publish', () => (draft === undefined ? toast(rulesTexts.nothingToPublish) : publish()), mayPublish)
  useActInAddress('template', () => setChoosing(true), mayPublish)
  const end = (): void => {
    setPublishing(false)
    setCompared(undefined)
    onDraft(undefined)
    onPublished()
  }
  return (
    <div className="grid gap-3 px-4 pb-6 tablet:px-6 desk:grid-cols-[minmax(0,1.4fr)_minmax(20rem,1fr)]">
      <div className="grid min-w-0 content-start gap-3">
        {override !== undefined && <OverrideNotice override={override} />}
        {offered !== undefined && (
          <DraftOffer
            draft={offered}
            published={main.content}
            isOvertaken={offered.base !== live.rulesetName}
            onTake={() => {
              setBase({ ...live, rulesetName: offered.base })
              onDraft(offered.text)
              settleOffer('taken')
            }}
            onGiveUp={() => settleOffer('given-up')}
          />
        )}
        {keeping === 'no-room' && place !== undefined && <UnkeptDraftNotice place={place} />}
        {override === undefined && !live.isReleased && (
          <Notice
            tone="information"
            action={
              mayPublish && (
                <Button size="small" onPress={() => setChoosing(true)}>
                  {rulesTexts.fromTemplate}
                </Button>
              )
            }
          >
            {area === 'files' || id === defaultDatabase ? rulesTexts.neverPublished : rulesTexts.neverPublishedHere}
          </Notice>
        )}
        {project.role !== 'owner' && <Notice tone="information">{rulesTexts.readOnly}</Notice>}
        {deciding?.kind === 'gone' && <Notice tone="information">{rulesTexts.decidedByGone(deciding.line)}</Notice>}
        {deciding?.kind === 'version' && (
          <Notice
            tone="information"
            action={
              <Button size="small" onPress={() => setDecidingShown(true)}>
                {rulesTexts.showThatVersion}
              </Button>
            }
          >
            {rulesTexts.decidedByVersion}
          </Notice>
        )}
        <section
          aria-label={rulesTexts.editorOf(main.name)}
          className="min-w-0 overflow-hidden rounded-large border border-line bg-ground-1"
        >
          <header className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
            <div className="min-w-0 flex-1 basis-40">
              <h2 className="truncate font-mono text-code">{main.name}</h2>
              <p role="status" className="text-small text-ink-2">
                {override !== undefined
                  ? rulesTexts.holdsHere
                  : draft === undefined
                    ? live.isReleased
                      ? rulesTexts.unchanged
                      : rulesTexts.untouched
                    : rulesTexts.unsaved}
                {others.length > 0 && ` · ${rulesTexts.othersToo(others.length)}`}
              </p>
            </div>
            {mayPublish && (
              <div className="flex flex-wrap gap-2">
                {draft !== undefined && <Button onPress={() => onDraft(undefined)}>{rulesTexts.discard}</Button>}
                {live.isReleased && (
                  <Button variant="quiet" onPress={() => setChoosing(true)}>
                    {rulesTexts.template}
                  </Button>
                )}
                <Button
                  // Rules that use names nobody has are asked about before they are published.
                  variant={unknownNames(issues).length > 0 ? 'default' : 'primary'}
                  isDisabled={draft === undefined || hasErrors}
                  onPress={publish}
                >
                  {rulesTexts.publish}
                </Button>
              </div>
            )}
          </header>
          <div className="h-[max(18rem,min(60dvh,44rem))] desk:h-[max(18rem,calc(100dvh-19rem))]">
            <RulesEditor
              label={rulesTexts.editorOf(main.name)}
              value={content}
              onChange={write}
              onSave={publish}
              onLeave={settle}
              onMove={setOffset}
              isReadOnly={!mayPublish}
              issues={issues}
              markedLine={markedLine}
              target={target}
            />
          </div>
          <footer className="border-t border-line bg-ground-2 px-4 py-1.5 text-small text-ink-2">
            <span className="font-mono break-all">{path ?? rulesTexts.outside}</span>
          </footer>
          <IssueList issues={issues} onGo={setTarget} />
        </section>
      </div>
      <RulesTools
        area={area}
        live={live}
        holding={holding}
        files={files}
        hasErrors={hasErrors}
        areaTests={areaTests}
        trial={trial}
        onTrial={setTrial}
        onGo={setTarget}
        onCompare={setCompared}
        asked={asked}
        onCloseRequest={closeRequest}
      />
      {isChoosing && (
        <TemplateDialog
          area={area}
          hasDraft={draft !== undefined}
          onTake={(source) => {
            setChoosing(false)
            write(source)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {isPublishing && (
        <PublishDialog
          area={area}
          base={base}
          sources={{ main: { name: main.name, content }, others }}
          tests={areaTests.tests}
          testResults={areaTests.results}
          signIn={signIn}
          onClose={() => setPublishing(false)}
          onPublished={end}
          onTakeTheirs={end}
        />
      )}
      {isDecidingShown && deciding?.kind === 'version' && (
        <DecidingVersionDialog
          area={area}
          place={deciding}
          onCompare={(version) => {
            setDecidingShown(false)
            setCompared(version)
          }}
          onClose={() => setDecidingShown(false)}
        />
      )}
      {compared !== undefined && (
        <VersionDialog
          area={area}
          version={compared}
          signIn={signIn}
          mayPublish={mayPublish}
          onClose={() => setCompared(undefined)}
          onEdit={(source) => {
            setCompared(undefined)
            write(source)
          }}
          onRestored={end}
        />
      )}
      {signIn.dialog}
    </div>
  )
}

function hasErrorsIn(name: string, content: string): boolean {
  return findIssues([{ name, content }]).some(isError)
}

function isError({ severity }: RulesIssue): boolean {
  return severity === 'ERROR'
}

/** What the editor shows. */
function sourcesOf(live: LiveRules, override: RulesOverride | undefined): RulesSources {
  const [main, ...others] = override?.files ?? []
  // A file is called by its whole path.
  return main === undefined ? live.sources : { main: { ...main, name: main.name.replace(/^.*[/\\]/, '') }, others }
}

/** Says that what is published does not hold, what does, and since when. */
function OverrideNotice({ override: { origin, path, since, isBroken } }: { readonly override: RulesOverride }) {
  const when = formatDateTime(Date.parse(since))
  return (
    <Notice tone="attention">
      <p>{origin === 'file' ? rulesTexts.fromFile(when) : rulesTexts.fromTool(when)}</p>
      {path !== undefined && <p className="mt-1 font-mono text-code break-all">{path}</p>}
      <p className="mt-1">{origin === 'file' ? rulesTexts.editTheFile : rulesTexts.untilStop}</p>
      {isBroken && <p className="mt-1 font-medium">{rulesTexts.overrideBroken}</p>}
    </Notice>
  )
}

/** The line that the address asks for, from one; it is gone to once, with the caret. `go` must keep its identity. */
function useWantedLine(go: (place: { readonly line: number; readonly column: number }) => void): number | undefined {
  const { line } = useSearch({ from: '/opened/signed-in/projects/$project/rules' })
  useEffect(() => {
    if (line !== undefined) go({ line, column: 1 })
  }, [line, go])
  return line
}
