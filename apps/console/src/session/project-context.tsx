import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import type { ProjectSession } from '../backend/sdk/project-session.ts'

const ProjectContext = createContext<ProjectSession | undefined>(undefined)

export function ProjectProvider({
  project,
  children,
}: {
  readonly project: ProjectSession
  readonly children: ReactNode
}) {
  return <ProjectContext value={project}>{children}</ProjectContext>
}

/** The project that was entered: its id, the caller's role in it as it is now, and the SDK app that speaks as its operator. */
export function useProject(): ProjectSession {
  const project = useContext(ProjectContext)
  if (project === undefined) throw new Error('useProject outside of a project’s pages')
  useSyncExternalStore(project.subscribeToRole, () => project.role)
  return project
}
