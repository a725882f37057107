import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { lazy, Suspense, useState, useEffect, useRef } from 'react'
import { useProjectName } from '../../../shared/console-data/my-projects.ts'
import { useConnection } from '../../../backend/live/connection.ts'
import { useProject } from '../../../session/project-context.tsx'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { readOverviewSearch, spans } from '../overview-search.ts'
import { lastContactOf } from '../last-contact.ts'
import { useLiveNews, useTrends, useUsage, useAppRequests } from '../queries/overview-queries.ts'
import { ConnectCard } from './connect-card.tsx'
import { Figures } from './figures.tsx'
import { HealthCard } from './health-card.tsx'
import { NowCard } from './now-card.tsx'
import { removeSampleData } from '../../../backend/api/projects.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { keepOfProject, readOfProject } from '../../../browser/kept-of-projects.ts'

// It needs the document database's part of the SDK; the figures don't wait for it.
const TeamCard = lazy(async () => await import('./team-card.tsx'))

const noNews = { signIns: [], events: [], lastCall: undefined }

/** A project at a glance. */
export function OverviewPage() {
  const { id } = useProject()
  return <ProjectOverview key={id} />
}

/** One that was empty when the page came shows first how an app connects, until the page is left: nothing moves while it is read. */
function ProjectOverview() {
  const project = useProject()
  const navigate = useNavigate()
  const { days = spans[0] } = readOverviewSearch(useSearch({ from: '/opened/signed-in/projects/$project/' }))
  const { data: usage, refetch: readUsage } = useUsage()
  const trends = useTrends(days)
  const requests = useAppRequests()
  const { data: live = noNews } = useLiveNews()
  const newest = requests.rows?.[0]
  const contact = lastContactOf(newest, live)
  const readFigures = (): void => {
    void readUsage()
    void trends.refetch()
  }
  useRefreshedBy(newest?.id, requests.rows !== undefined, readFigures)
  const isLive = useConnection().status === 'live'
  const name = useProjectName(project.id)
  usePageTitle(name)
  const [wasEmpty, setWasEmpty] = useState<boolean>()
  if (wasEmpty === undefined && usage !== undefined) {
    setWasEmpty(usage.users === 0 && usage.files === 0 && usage.documents === 0)
  }
  const connect = useConnectShown()
  useActInAddress('connect', connect.show)
  const isConnectFirst = wasEmpty === true && connect.isShown
  const figures = <Figures query={trends} usage={usage} />
  const now = <NowCard requests={requests} live={live} />
  const answering = isLive ? overviewTexts.everythingAnswers : overviewTexts.answersNot

  return (
    <>
      <PageHeader
        title={name}
        fact={`${answering} ${overviewTexts.factRole[project.role]}`}
        actions={
          <>
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
            {!connect.isShown && (
              <Button icon={<Plug />} autoFocus={connect.turns > 0} onPress={connect.show}>
                {overviewTexts.connect}
              </Button>
            )}
          </>
        }
      />
      <PageBody>
        {usage?.hasSampleData === true && <SampleDataNotice onRemoved={readFigures} />}
        {!isConnectFirst && figures}
        <div className="grid items-start gap-3 desk:grid-cols-[minmax(0,2fr)_minmax(19rem,1fr)]">
          <div className="grid min-w-0 gap-3">
            {connect.isShown ? (
              <ConnectCard
                isKnown={requests.rows !== undefined}
                contact={contact}
                turns={connect.turns}
                onHide={connect.hide}
              />
            ) : (
              // What happens has the room.
              now
            )}
            {isConnectFirst && figures}
            <Suspense>
              <TeamCard />
            </Suspense>
          </div>
          <div className="grid min-w-0 gap-3">
            {connect.isShown && now}
            <HealthCard usage={usage} lastContactAt={contact?.at} />
          </div>
        </div>
      </PageBody>
    </>
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
      toast(overviewTexts.sampleRemoved(await removeSampleData(project.id, await project.idToken())))
      onRemoved()
    } catch (thrown) {
      setMessage(`${overviewTexts.sampleFailed} ${messageOf(thrown)}`)
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
            {overviewTexts.sampleRemove}
          </Button>
        )
      }
    >
      <p>{message === '' ? overviewTexts.sampleTitle : message}</p>
    </Notice>
  )
}

interface ConnectShown {
  readonly isShown: boolean
  /** How often the person has shown or hidden it since the page came; the focus follows each time. */
  readonly turns: number
  readonly show: () => void
  readonly hide: () => void
}

/** Whether the overview shows how an app connects, as the person wants it in this project. */
function useConnectShown(): ConnectShown {
  const { id } = useProject()
  const [state, setState] = useState(() => ({ isShown: readOfProject(id, 'connect') !== 'hidden', turns: 0 }))
  const turn = (isShown: boolean) => () => {
    keepOfProject(id, 'connect', isShown ? undefined : 'hidden')
    setState(({ turns }) => ({ isShown, turns: turns + 1 }))
  }
  return { ...state, show: turn(true), hide: turn(false) }
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
