import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

/** The session of the project whose pages are open; undefined until it is entered, and where it can't be. */
export function useEntered(project: string | undefined): ProjectSession | undefined {
  const { projects } = useRouter().options.context
  const [entered, setEntered] = useState<ProjectSession>()
  useEffect(() => {
    if (project === undefined) return undefined
    let isCurrent = true
    projects.enter(project).then(
      (session) => {
        if (isCurrent) setEntered(session)
      },
      () => {
        // The page itself says why it can't be entered.
      },
    )
    return () => {
      isCurrent = false
      setEntered(undefined)
    }
  }, [project, projects])
  return entered
}
