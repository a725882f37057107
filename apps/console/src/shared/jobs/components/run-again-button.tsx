import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import type { Job } from '../job.ts'
import { jobs } from '../jobs.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { jobTexts } from '../../../texts/en/jobs.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'

/** Lets a job go on that has failed, or do again what it was refused. Asks first who it is where the server wants to know. */
export function RunAgainButton({ job, name }: { readonly job: Job; readonly name: string }) {
  const recent = useRecentSignIn(useProject())
  const [failing, setFailing] = useState<Reaction>()
  const isFailed = job.status === 'failed'
  const run = async () => (isFailed ? jobs.goOn(job.id) : jobs.retry(job.id))
  const begin = (): void => {
    setFailing(undefined)
    // The server has just said that the last sign-in is too old.
    const isAlways = reactionTo(job.error).kind === 're-authenticate'
    const running = job.needsRecentSignIn || isAlways ? recent.run(run, { isAlways, act: name }) : run()
    running.catch((thrown: unknown) => setFailing(reactionTo(thrown)))
  }
  return (
    <>
      <Button variant="primary" aria-label={isFailed ? jobTexts.goOnOf(name) : jobTexts.retryOf(name)} onPress={begin}>
        {isFailed ? jobTexts.goOn : jobTexts.retry}
      </Button>
      <FailureNotice failing={failing} />
      {recent.dialog}
    </>
  )
}
