import { Link, useParams, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { afterInterruption } from '../../../backend/live/after-interruption.ts'
import { getLastProject, setLastProject } from '../../../browser/preferences.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { reactionToRead } from '../../../backend/errors/read-reaction.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { DeniedState } from '../../../ui/denied-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'

/** A project that can't be entered: not a member any more, removed, or the server doesn't answer, which is asked again by itself. */
export function ProjectErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { project = '' } = useParams({ strict: false })
  const { app } = useConsoleApp()
  const uid = useSignedIn()?.account.uid
  const reaction = reactionToRead(error)
  const isClosed = reaction.kind === 'denied' || reaction.kind === 'gone'
  const title = isClosed ? frameTexts.cantEnterTitle(project) : frameTexts.cantEnterFailed(project)
  usePageTitle(title)
  useEffect(() => {
    if (!isClosed || uid === undefined) return
    if (getLastProject() === project) setLastProject(undefined)
    import('../../../shared/console-data/account-lists.ts')
      .then(async ({ forgetRecentProject }) => await forgetRecentProject(app, uid, project))
      .catch(() => {
        // The next sign-in may lead here once more, and says the same.
      })
  }, [isClosed, project, app, uid])
  const isAway = reaction.kind === 'unreachable'
  useEffect(() => {
    if (!isAway) return
    let isCurrent = true
    void afterInterruption(0).then(async () => {
      if (isCurrent) await router.invalidate()
    })
    return () => {
      isCurrent = false
    }
    // Each answer that is none is an error of its own.
  }, [isAway, error, router])

  const details = reaction.kind === 'quiet' ? undefined : reaction.details
  const toProjects = (
    <Link to="/projects" className={buttonClasses(isClosed ? 'primary' : 'quiet')}>
      {frameTexts.toProjects}
    </Link>
  )
  if (isClosed) {
    return (
      <div className="pt-[8vh]">
        <DeniedState level={1} title={title} actions={toProjects} {...(details !== undefined && { details })}>
          {reaction.message}
        </DeniedState>
      </div>
    )
  }
  return (
    <div className="pt-[8vh]">
      <ErrorState
        level={1}
        title={title}
        actions={toProjects}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
        {...(details !== undefined && { details })}
      >
        {reaction.kind === 'quiet' ? frameTexts.cantEnterText : reaction.message}
      </ErrorState>
    </div>
  )
}
