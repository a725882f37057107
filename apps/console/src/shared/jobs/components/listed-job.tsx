import type { ServerJob, ServerJobProblem } from '@hearth/api'
import { useState } from 'react'
import { HearthError } from '../../../backend/api/hearth-error.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { jobTexts as texts } from '../../../texts/en/jobs.ts'
import { Moment } from '../../../ui/moment.tsx'
import { isRetryable, isUnderWay, type Job } from '../job.ts'
import { downloadFileOf, jobs } from '../jobs.ts'
import {
  cancelServerJob,
  deleteServerJob,
  downloadResult,
  isBegunHere,
  resumeServerJob,
  useServerJobDetails,
} from '../server-jobs.ts'
import { type JobActs, JobCard } from './job-card.tsx'

/** A job of this tab or of the server, with what can be done about it. */
export function ListedJob({ job }: { readonly job: Job }) {
  if (job.server !== undefined) return <JobOfServer job={job} server={job.server} />
  return (
    <JobCard job={job} acts={actsHere(job)} problems={job.problems}>
      {job.kind === 'import' && isUnderWay(job) && <p className="text-table text-ink-2">{texts.sending}</p>}
    </JobCard>
  )
}

function actsHere(job: Job): JobActs {
  const { id, file } = job
  const isFailed = job.status === 'failed'
  const mayRun = (isFailed && job.canGoOn) || isRetryable(job)
  return {
    cancel: () => jobs.cancel(id),
    dismiss: () => jobs.dismiss(id),
    runAgain: mayRun ? async () => (isFailed ? jobs.goOn(id) : jobs.retry(id)) : undefined,
    file: file && { ...file, bytes: file.content.size, isNews: true, save: () => downloadFileOf(job) },
  }
}

function JobOfServer({ job, server }: { readonly job: Job; readonly server: ServerJob }) {
  const project = useProject()
  const [isLogOpen, setLogOpen] = useState(false)
  const details = useServerJobDetails(server, server.failures > 0 || isLogOpen)
  const { result, keptUntil } = server
  const acts: JobActs = {
    cancel: () => cancelServerJob(project, server),
    dismiss: () => deleteServerJob(project, server),
    runAgain: server.canResume ? () => resumeServerJob(project, server) : undefined,
    file:
      result === null
        ? undefined
        : { ...result, isNews: isBegunHere(job), save: () => downloadResult(project, server) },
  }
  return (
    <JobCard job={job} acts={acts} problems={(details?.problems ?? []).map(problemText)}>
      {result !== null && keptUntil !== null && (
        <p className="text-table text-ink-2">
          {texts.fileGoes} <Moment at={Date.parse(keptUntil)} />
        </p>
      )}
      <details className="text-table text-ink-2" onToggle={({ currentTarget }) => setLogOpen(currentTarget.open)}>
        <summary className="cursor-default" aria-label={texts.logOf(texts.of(texts.kinds[job.kind], job.target))}>
          {texts.log}
        </summary>
        {details !== undefined && (
          <ol aria-label={texts.log} className="mt-2 grid gap-1">
            {details.log.map(({ at, what, reason }, index) => (
              <li key={index} className="flex flex-wrap gap-x-3">
                <Moment at={Date.parse(at)} />
                <span>{texts.steps[what]}</span>
                {reason !== undefined && <span className="font-mono text-code">{reason}</span>}
              </li>
            ))}
          </ol>
        )}
      </details>
    </JobCard>
  )
}

/** A line of the file that is no document says so in the words of whoever sent it. */
function problemText({ line, path, code, message }: ServerJobProblem): string {
  if (code === undefined) return exchangeTexts.badLine(line, message)
  const why = exchangeTexts.refusal(messageOf(new HearthError({ code, reason: '', message })), message)
  return exchangeTexts.refusedLine(line, path ?? '', why)
}
