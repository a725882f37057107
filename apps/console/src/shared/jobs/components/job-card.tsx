import { Link } from '@tanstack/react-router'
import { Download, Undo2, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { databaseSearch } from '../../databases/database-search.ts'
import { HearthError } from '../../../backend/api/hearth-error.ts'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { achievedBy, isUnderWay, type Job, type JobOutcome, type JobStatus, outcomeOf, unitOf } from '../job.ts'
import { undoJob } from '../jobs.ts'
import { jobTexts as texts, jobTexts } from '../../../texts/en/jobs.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { formatBytes, formatNumber } from '../../../texts/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useHistoryTime } from '../../../session/use-history-time.ts'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'

const tones: Readonly<Record<Exclude<JobStatus, 'done'>, Tone>> = {
  queued: 'plain',
  running: 'information',
  failed: 'danger',
  cancelled: 'plain',
}

const outcomeTones: Readonly<Record<JobOutcome, Tone>> = {
  all: 'good',
  part: 'attention',
  'nothing-new': 'plain',
  nothing: 'danger',
}

const problemsShown = 10

/** What can be done about a job, wherever it goes on. */
export interface JobActs {
  readonly cancel: () => void
  /** Takes it off the list, with its file. */
  readonly dismiss: () => void
  /** Lets it go on, or do again what was refused; undefined where there is nothing left to do. */
  readonly runAgain: (() => Promise<void>) | undefined
  readonly file:
    | {
        readonly name: string
        readonly bytes: number
        readonly caution?: string | undefined
        /** It was made for whoever looks on, just now. */
        readonly isNews: boolean
        readonly save: () => void
      }
    | undefined
}

interface JobCardProps {
  readonly job: Job
  readonly acts: JobActs
  /** What couldn't be done, in words; the first of it. */
  readonly problems: readonly string[]
  /** What else there is to tell. */
  readonly children?: ReactNode
}

/** One job: what it does, how far it has come, what it couldn't do, and its file. */
export function JobCard({ job, acts, problems, children }: JobCardProps) {
  const historyTime = useHistoryTime()
  const { kind, target, status, done, total, kept, inDoubt, failures, error, place } = job
  const { file } = acts
  const name = texts.of(texts.kinds[kind], target)
  const card = useRef<HTMLElement>(null)
  const undo = (): void => {
    undoJob(job.id)
    // The button goes.
    card.current?.focus()
  }
  const shownTotal = total !== undefined && status !== 'done' ? formatNumber(total) : undefined
  const counted = texts.counted[unitOf(job)](done, formatNumber(done), shownTotal)
  const achieved = texts.achieved[kind](formatNumber(achievedBy(job)))
  // The title may say already how many there are.
  const isCountNews = counted !== target
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={name}
      className="grid min-w-0 gap-2 rounded-large border border-line bg-ground-1 p-4"
    >
      <header className="flex flex-wrap items-start gap-2">
        <h2 className="min-w-0 flex-1 basis-32 text-body font-medium break-words">
          {texts.kinds[kind]} · <bdi className="font-mono text-code font-normal">{target}</bdi>
        </h2>
        <span className="flex items-center gap-2">
          {status === 'done' ? (
            <Badge tone={outcomeTones[outcomeOf(job)]}>{texts.outcomes[outcomeOf(job)]}</Badge>
          ) : (
            <Badge tone={tones[status]}>{texts.status[status]}</Badge>
          )}
          {!isUnderWay(job) && (
            <span className="-my-1">
              <IconButton
                size="small"
                label={job.server === undefined ? texts.dismiss(name) : texts.remove(name)}
                onPress={acts.dismiss}
              >
                <X />
              </IconButton>
            </span>
          )}
        </span>
      </header>
      {status === 'running' && (
        <Progress label={texts.progressOf(name)} value={total === undefined || total === 0 ? 0 : done / total} />
      )}
      <p className="flex flex-wrap gap-x-3 text-table text-ink-2">
        <span role="status">{isCountNews ? counted : achieved}</span>
        {isCountNews && kept + failures + inDoubt > 0 && <span>{achieved}</span>}
        {kept > 0 && <span>{texts.kept(formatNumber(kept))}</span>}
        {failures > 0 && <span>{texts.failed(formatNumber(failures))}</span>}
        {inDoubt > 0 && <span>{texts.inDoubt(formatNumber(inDoubt))}</span>}
        <Moment at={job.endedAt ?? job.startedAt} />
        {status === 'cancelled' && <span>{texts.cancelledHelp}</span>}
      </p>
      {status === 'failed' && <Notice tone="danger">{whyOf(error)}</Notice>}
      {file?.caution !== undefined && <Notice tone="attention">{file.caution}</Notice>}
      {inDoubt > 0 && (
        <p className="text-table text-ink-2">{kind === 'import' ? texts.inDoubtThere : texts.inDoubtLost}</p>
      )}
      {job.undo === 'too-much' && <p className="text-table text-ink-2">{texts.undoTooMuch(historyTime)}</p>}
      {job.undo === 'begun' && <p className="text-table text-ink-2">{texts.undoBegun}</p>}
      {failures > 0 && (
        <details className="rounded border border-amber-line bg-amber-wash px-3 py-2 text-table">
          <summary className="cursor-default text-ink-1">{texts.failures[unitOf(job)](failures)}</summary>
          <ul aria-label={texts.problems} className="mt-2 grid gap-1 break-words">
            {problems.slice(0, problemsShown).map((problem, at) => (
              <li key={at}>{problem}</li>
            ))}
            {failures > problemsShown && (
              <li className="text-ink-2">{texts.moreProblems(formatNumber(failures - problemsShown))}</li>
            )}
          </ul>
        </details>
      )}
      {children}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {file !== undefined && (
          <Button variant="primary" icon={<Download />} aria-label={texts.downloadOf(file.name)} onPress={file.save}>
            {texts.download} ({formatBytes(file.bytes)})
          </Button>
        )}
        {acts.runAgain !== undefined && <RunAgainButton job={job} name={name} run={acts.runAgain} />}
        {job.undo === 'possible' && (
          <Button icon={<Undo2 />} aria-label={texts.undoOf(name)} onPress={undo}>
            {texts.undo}
          </Button>
        )}
        {place !== undefined && !isUnderWay(job) && (
          <Link
            to="/projects/$project/data/$"
            params={{ project: job.project, _splat: place.path }}
            search={databaseSearch(place.database)}
            className={buttonClasses()}
          >
            {place.path === '' ? texts.goToData : texts.open(place.path)}
          </Link>
        )}
        {isUnderWay(job) && (
          <Button aria-label={texts.cancelOf(name)} onPress={acts.cancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </article>
  )
}

/** A file that is not what it should be says so itself. What was done by then the counts say, so no sentence is to say that nothing was. */
function whyOf(error: unknown): string {
  if (error instanceof HearthError && isKnown(error.reason)) return texts.whys[error.reason]
  return error instanceof RangeError ? error.message : messageOfRead(error)
}

function isKnown(reason: string): reason is keyof typeof texts.whys {
  return Object.hasOwn(texts.whys, reason)
}

/** Lets a job go on that has failed, or do again what it was refused. Asks first who it is where the server wants to know. */
function RunAgainButton({
  job,
  name,
  run,
}: {
  readonly job: Job
  readonly name: string
  readonly run: () => Promise<void>
}) {
  const recent = useRecentSignIn(useProject())
  const [failing, setFailing] = useState<Reaction>()
  const isRetry = job.status === 'done'
  const begin = (): void => {
    setFailing(undefined)
    // The server has just said that the last sign-in is too old.
    const isAlways = reactionTo(job.error).kind === 're-authenticate'
    const running = job.needsRecentSignIn || isAlways ? recent.run(run, { isAlways, act: name }) : run()
    running.catch((thrown: unknown) => setFailing(reactionTo(thrown)))
  }
  return (
    <>
      <Button variant="primary" aria-label={isRetry ? jobTexts.retryOf(name) : jobTexts.goOnOf(name)} onPress={begin}>
        {isRetry ? jobTexts.retry : jobTexts.goOn}
      </Button>
      <FailureNotice failing={failing} />
      {recent.dialog}
    </>
  )
}
