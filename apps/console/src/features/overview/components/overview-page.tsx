import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState, useEffect, useRef } from 'react'
import { useProjectName } from '../../../shared/console-data/my-projects.ts'
import { OpenIncidents } from '../../../shared/alerts/open-incidents.tsx'
import { useServerSettings } from '../../../shared/server-settings/server-settings.ts'
import { useConnection } from '../../../backend/live/connection.ts'
import { useProject } from '../../../session/project-context.tsx'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { sampleDataTexts } from '../../../texts/en/sample-data.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import type { FirstStep } from '../first-hour.ts'
import { readOverviewSearch, type Span, spans } from '../overview-search.ts'
import { useAppContacts, useAppRequests, useLiveNews, useTrends, useUsage } from '../queries/overview-queries.ts'
import { useFirstSteps } from '../queries/use-first-steps.ts'
import { ConnectedApps } from './connected-apps.tsx'
import { Figures } from './figures.tsx'
import { FirstHour } from './first-hour.tsx'
import { HealthCard } from './health-card.tsx'
import { NowCard } from './now-card.tsx'
import { removeSampleData } from '../../../backend/api/projects.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { keepOfProject, readOfProject } from '../../../browser/kept-of-projects.ts'

// It needs the document database's part of the SDK; the figures don't wait for it.
const TeamCard = lazy(async () => await import('./team-card.tsx'))

const noNews = { signIns: [], events: [] }

/** A project at a glance. */
export function OverviewPage() {
  const { id } = useProject()
  return <ProjectOverview key={id} />
}

/** One that no app has connected to begins with what is left to set up; a connected one has its apps in a line. */
function ProjectOverview() {
  const project = useProject()
  const { days = spans[0] } = readOverviewSearch(useSearch({ from: '/opened/signed-in/projects/$project/' }))
  const { data: usage, refetch: readUsage } = useUsage()
  const trends = useTrends(days)
  const requests = useAppRequests()
  const { data: live = noNews } = useLiveNews()
  const { data: contacts, isError } = useAppContacts()
  const newest = requests.rows?.[0]
  const readFigures = (): void => {
    void readUsage()
    void trends.refetch()
  }
  useRefreshedBy(newest?.id, requests.rows !== undefined, readFigures)
  const isLive = useConnection().status === 'live'
  const name = useProjectName(project.id)
  usePageTitle(name)
  const known = { settings: useServerSettings().data, contacts, usage }
  const steps = useFirstSteps(known)
  const setUp = useSetUpShown(contacts)
  useActInAddress('connect', setUp.connect)
  const done = steps.filter(({ isDone }) => isDone).length
  const lastContactAt = contacts?.[0] === undefined ? undefined : Date.parse(contacts[0].at)
  const health = <HealthCard usage={usage} lastContactAt={lastContactAt} />
  const now = <NowCard requests={requests} live={live} />
  const sample = usage?.hasSampleData === true && <SampleDataNotice onRemoved={readFigures} />
  // Those of the console are the server's.
  const incidents = project.id !== 'console' && <OpenIncidents scope={project} />
  const answering = isLive ? overviewTexts.everythingAnswers : overviewTexts.answersNot

  if (contacts === undefined && !isError) {
    return (
      <>
        <PageHeader title={name} fact={answering} />
        <PageBody>
          <Skeleton rows={8} />
        </PageBody>
      </>
    )
  }
  if (setUp.isShown) {
    return (
      <>
        <PageHeader
          title={overviewTexts.firstHour.title(name)}
          fact={overviewTexts.firstHour.fact(steps.length)}
          actions={<SetUpProgress done={done} all={steps.length} onHide={setUp.hide} />}
        />
        <PageBody>
          {incidents}
          <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,2.5fr)_minmax(19rem,1fr)]">
            <div className="grid min-w-0 gap-4">
              <FirstHour steps={steps} known={known} wanted={setUp.wanted} />
              <Suspense>
                <TeamCard />
              </Suspense>
            </div>
            <div className="grid min-w-0 gap-4">
              {sample}
              {health}
              {now}
            </div>
          </div>
        </PageBody>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={name}
        fact={`${answering} ${overviewTexts.factRole[project.role]}`}
        actions={<PeriodChoice days={days} />}
      />
      <PageBody>
        {incidents}
        {sample}
        <Figures query={trends} usage={usage} />
        <ConnectedApps
          contacts={contacts ?? []}
          setUp={done < steps.length ? overviewTexts.firstHour.goOn(done, steps.length) : undefined}
          onConnect={setUp.connect}
          onSetUp={setUp.goOn}
          hasFocus={setUp.wasHidden}
        />
        <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,2fr)_minmax(19rem,1fr)]">
          <div className="grid min-w-0 gap-4">
            {now}
            <Suspense>
              <TeamCard />
            </Suspense>
          </div>
          {health}
        </div>
      </PageBody>
    </>
  )
}

function PeriodChoice({ days }: { readonly days: Span }) {
  const project = useProject()
  const navigate = useNavigate()
  return (
    <Choice
      label={overviewTexts.period}
      value={String(days)}
      options={spans.map((span) => ({ id: String(span), label: overviewTexts.days(span) }))}
      onChange={(chosen) =>
        void navigate({
          to: '/projects/$project',
          params: { project: project.id },
          search: readOverviewSearch({ days: Number(chosen) }),
          replace: true,
        })
      }
    />
  )
}

function SetUpProgress({
  done,
  all,
  onHide,
}: {
  readonly done: number
  readonly all: number
  readonly onHide: () => void
}) {
  const progress = overviewTexts.firstHour.progress(done, all)
  return (
    <div className="flex items-center gap-3 text-table text-ink-2">
      <span className="w-28">
        <Progress label={overviewTexts.firstHour.list} value={all === 0 ? 1 : done / all} tone="moss" />
      </span>
      <span className="tabular-nums">{progress}</span>
      <Button size="small" variant="quiet" onPress={onHide}>
        {overviewTexts.firstHour.hide}
      </Button>
    </div>
  )
}

/** Says that what is here is made up, and takes it away in one click. */
function SampleDataNotice({ onRemoved }: { readonly onRemoved: () => void }) {
  const project = useProject()
  const [isRemoving, setRemoving] = useState(false)
  const [message, setMessage] = useState('')

  const remove = async () => {
    setRemoving(true)
    setMessage('')
    try {
      toast(sampleDataTexts.removed(await removeSampleData(project.id, await project.idToken())))
      onRemoved()
    } catch (thrown) {
      setMessage(`${sampleDataTexts.failedRemoval} ${messageOf(thrown)}`)
    } finally {
      setRemoving(false)
    }
  }

  return (
    <Notice
      tone={message === '' ? 'information' : 'danger'}
      isAnnounced={message !== ''}
      action={
        project.mayWrite && (
          <Button size="small" isPending={isRemoving} onPress={() => void remove()}>
            {sampleDataTexts.remove}
          </Button>
        )
      }
    >
      <p>{message === '' ? sampleDataTexts.notice : message}</p>
    </Notice>
  )
}

interface SetUpShown {
  readonly isShown: boolean
  /** It was put away since the page came. */
  readonly wasHidden: boolean
  readonly wanted: { readonly id: FirstStep; readonly turns: number } | undefined
  /** Shows how an app connects. */
  readonly connect: () => void
  /** Shows what is left of the set-up. */
  readonly goOn: () => void
  readonly hide: () => void
}

/**
 * Whether the overview leads with the set-up: as the person wants it in this project, else until an app has connected. What was shown when the page
 * came stays while it is read.
 */
function useSetUpShown(contacts: readonly unknown[] | undefined): SetUpShown {
  const { id } = useProject()
  const [chosen, setChosen] = useState(() => readOfProject(id, 'set-up'))
  const [wasConnected, setWasConnected] = useState<boolean>()
  const [wanted, setWanted] = useState<SetUpShown['wanted']>()
  const [wasHidden, setHidden] = useState(false)
  if (wasConnected === undefined && contacts !== undefined) setWasConnected(contacts.length > 0)
  const choose = (state: 'shown' | 'hidden'): void => {
    keepOfProject(id, 'set-up', state)
    setChosen(state)
    setHidden(state === 'hidden')
  }
  return {
    isShown: chosen === 'shown' || (chosen !== 'hidden' && wasConnected === false),
    wasHidden,
    wanted,
    connect: () => {
      choose('shown')
      setWanted((before) => ({ id: 'connect', turns: (before?.turns ?? 0) + 1 }))
    },
    goOn: () => {
      choose('shown')
      setWanted(undefined)
    },
    hide: () => choose('hidden'),
  }
}

/** What comes in a burst is counted once it is over. */
const settleMs = 1_000
/** Figures are not asked for more often, whatever comes. */
const restMs = 5_000

/**
 * Asks for figures anew when something arrives that they count, so that what stands beside one another is of one time.
 *
 * @param newest names what arrived last; undefined while nothing is known
 * @param refresh may be another function at each render
 */
function useRefreshedBy(newest: string | undefined, isKnown: boolean, refresh: () => void): void {
  const latest = useRef(refresh)
  latest.current = refresh
  const known = useRef<{ readonly newest: string | undefined }>(undefined)
  const refreshedAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!isKnown) return
    const before = known.current
    known.current = { newest }
    if (before === undefined || before.newest === newest || timer.current !== undefined) return
    const wait = Math.max(settleMs, refreshedAt.current + restMs - Date.now())
    timer.current = setTimeout(() => {
      timer.current = undefined
      refreshedAt.current = Date.now()
      latest.current()
    }, wait)
  }, [newest, isKnown])
  useEffect(() => () => clearTimeout(timer.current), [])
}
