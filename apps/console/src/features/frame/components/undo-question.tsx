import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../../backend/errors/reaction.ts'
import type { Job } from '../../../shared/jobs/job.ts'
import { askBeforeUndo } from '../../../shared/jobs/jobs.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { jobTexts } from '../../../texts/en/jobs.ts'
import { toast } from '../../../ui/toast.ts'

/** On every screen of a project, since the note about a job that is over stands on each: asks who somebody is who takes one back. */
export function UndoQuestion() {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const ask = useEffectEvent((job: Job, takeBack: () => void): boolean => {
    if (job.project !== project.id) return false
    const act = jobTexts.undoOf(jobTexts.of(jobTexts.kinds[job.kind], job.target))
    recent.run(async () => takeBack(), { act }).catch((thrown: unknown) => toast(messageOf(thrown)))
    return true
  })
  useEffect(() => askBeforeUndo((job, takeBack) => ask(job, takeBack)), [])
  return recent.dialog
}
