import type { SourceFile } from '@hearth/rules'
import { memo, useEffect, useRef, useState, useCallback } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import type { SavedTest } from '../../../shared/saved-tests/saved-tests.ts'
import { rulesTestsTexts } from '../../../texts/en/rules-tests.ts'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { simulatorTexts } from '../../../texts/en/simulator.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.ts'
import type { LiveRules, RulesVersion } from '../../../shared/rules/published-rules.ts'
import type { HoldingRules } from '../replay/holding-rules.ts'
import { useReplay, type Replay } from '../replay/use-replay.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import { situationOf } from '../simulator/situation-of.ts'
import { firstSituation, type Situation } from '../../../shared/rules/simulator/situation.ts'
import type { AreaTests } from '../tests/use-test-results.ts'
import type { AskedRequest } from '../use-asked-request.ts'
import { SimulatorPanel, type Trial } from './simulator-panel.tsx'
import { TestsPanel } from './tests-panel.tsx'
import { VersionList } from './version-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { ReplayVerdict } from './replay-verdict.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RulesTool, rulesTools, withoutRequest, withTool } from '../../../shared/rules/rules-search.ts'

const texts = rulesTexts.replay

/** Beside the editor: the simulator, saved tests, past requests, versions. Not rendered again at each key in the editor. */
export const RulesTools = memo(PlainTools)

function PlainTools({
  area,
  live,
  holding,
  files,
  hasErrors,
  areaTests: { query, tests, results },
  trial,
  onTrial,
  onGo,
  onCompare,
  asked,
  onCloseRequest,
}: {
  readonly area: RulesArea
  readonly live: LiveRules
  /** What past requests get now. */
  readonly holding: HoldingRules | undefined
  /** What is in the editor. */
  readonly files: readonly SourceFile[]
  readonly hasErrors: boolean
  readonly areaTests: AreaTests
  readonly trial: Trial | undefined
  readonly onTrial: (trial: Trial | undefined) => void
  readonly onGo: (position: { readonly line: number; readonly column: number }) => void
  readonly onCompare: (version: RulesVersion) => void
  /** A past request to try again. */
  readonly asked: AskedRequest | undefined
  readonly onCloseRequest: () => void
}) {
  const { project, id: database } = useDatabase()
  const { tool, openTool, leaveRequest } = useTool()
  const [situation, setSituation] = useState(firstSituation)
  const [opened, setOpened] = useState<SavedTest>()
  const replay = useReplay(area)
  const mayChangeTests = project.role === 'owner'
  const place = useRef<HTMLElement>(null)
  const [runsAtOnce, setRunsAtOnce] = useState<Situation>()

  useEffect(() => {
    if (asked === undefined) return
    const { test, unknown } = asked.described
    const next = test && situationOf(test, { project: project.id, database })
    if (next === undefined) {
      toast(rulesTestsTexts.notOpenable)
      return
    }
    setOpened(undefined)
    setSituation(next)
    if (asked.isLineWanted) return
    // What is not kept would be taken for missing.
    if (unknown.length === 0) setRunsAtOnce(next)
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [asked, project.id, database])

  const show = (saved: SavedTest | undefined, next = firstSituation): void => {
    setOpened(saved)
    setSituation(next)
    onTrial(undefined)
  }
  const openTest = (saved: SavedTest): void => {
    const next = situationOf(saved.test, { project: project.id, database })
    if (next === undefined) {
      toast(rulesTestsTexts.notOpenable)
      return
    }
    show(saved, next)
    leaveRequest()
  }
  const takeSaved = (saved: SavedTest): void => {
    setOpened(saved)
    void query.refetch()
  }
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={rulesTexts.tools}
      className="flex min-w-0 flex-col self-start overflow-clip rounded-large border border-line bg-ground-1"
    >
      <Tabs
        label={rulesTexts.tools}
        selected={tool}
        onSelect={openTool}
        tabs={[
          {
            id: 'try',
            label: simulatorTexts.title,
            content: (
              <SimulatorPanel
                area={area}
                files={files}
                situation={situation}
                trial={trial}
                onSituation={setSituation}
                onTrial={onTrial}
                onGo={onGo}
                opened={opened}
                asked={asked?.described}
                runsAtOnce={runsAtOnce}
                onSaved={mayChangeTests ? takeSaved : undefined}
                onClose={() => {
                  show(undefined)
                  if (asked !== undefined) onCloseRequest()
                }}
              />
            ),
          },
          {
            id: 'tests',
            label: rulesTestsTexts.title,
            content: (
              <TestsPanel
                query={query}
                tests={tests}
                results={results}
                mayChange={mayChangeTests}
                onOpen={openTest}
                onGo={onGo}
              />
            ),
          },
          {
            id: 'requests',
            label: rulesTexts.replay.title,
            content: <ReplayPanel replay={replay} files={files} holding={holding} hasErrors={hasErrors} />,
          },
          {
            id: 'versions',
            label: rulesTexts.versions,
            content: <VersionList area={area} live={live} onCompare={onCompare} />,
          },
        ]}
      />
    </section>
  )
}

/** Asks the rules in the editor about the requests of the past. */
function ReplayPanel({
  replay,
  files,
  holding,
  hasErrors,
}: {
  readonly replay: Replay
  readonly files: readonly SourceFile[]
  /** What holds now. */
  readonly holding: HoldingRules | undefined
  readonly hasErrors: boolean
}) {
  const { status, files: asked } = replay.state
  const isOutdated = status !== 'idle' && files.some(({ content }, at) => content !== asked[at]?.content)
  return (
    <div className="grid gap-3 p-4">
      <p className="text-table text-ink-2">{hasErrors ? texts.hasErrors : texts.intro}</p>
      {status !== 'running' && (
        <div>
          <Button isDisabled={hasErrors} onPress={() => replay.start(files, holding)}>
            {status === 'idle' ? texts.start : texts.again}
          </Button>
        </div>
      )}
      {isOutdated && <p className="text-table text-amber">{texts.outdated}</p>}
      <ReplayVerdict replay={replay} />
    </div>
  )
}

/** What is open beside the editor, which the address says; the way back leads to the one before. */
interface OpenTool {
  readonly tool: RulesTool
  readonly openTool: (id: string) => void
  /** Opens the simulator for something else than the past request of the address. */
  readonly leaveRequest: () => void
}

function useTool(): OpenTool {
  const navigate = useNavigate()
  const { tool = 'try' } = useSearch({ from: '/opened/signed-in/projects/$project/rules' })
  return {
    tool,
    openTool: useCallback(
      (id) => {
        const next = rulesTools.find((one) => one === id) ?? 'try'
        void navigate({ to: '.', search: (before) => withTool(before, next), resetScroll: false })
      },
      [navigate],
    ),
    leaveRequest: useCallback(() => {
      void navigate({ to: '.', search: (before) => withTool(withoutRequest(before), 'try'), resetScroll: false })
    }, [navigate]),
  }
}
