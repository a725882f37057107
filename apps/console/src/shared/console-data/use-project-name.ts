import { useEffect } from 'react'
import { dataOf } from '../../backend/live/live-state.ts'
import { keepOfProject, readOfProject } from '../../browser/kept-of-projects.ts'
import { useMyProject } from './my-projects.ts'

/** What a project is called: as its document says, and before that is heard as it was called the last time. */
export function useProjectName(project: string): string {
  const heard = dataOf(useMyProject(project))?.name
  useEffect(() => {
    if (heard !== undefined) keepOfProject(project, 'name', heard)
  }, [project, heard])
  return heard ?? readOfProject(project, 'name') ?? project
}
