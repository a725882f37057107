import { useProject } from '../../../session/project-context.tsx'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useBackups } from '../../../shared/project-queries.ts'
import { type FirstHourFacts, type ListedStep, stepsOf } from '../first-hour.ts'
import { useClosedServices } from './overview-queries.ts'

/** What the person can do to set the project up, and how far that is. */
export function useFirstSteps(known: Pick<FirstHourFacts, 'settings' | 'contacts' | 'usage'>): readonly ListedStep[] {
  const { role } = useProject()
  const { mode } = useConsoleApp().settings
  const { data: closed } = useClosedServices()
  const { data: backups } = useBackups(role === 'owner')
  return stepsOf({ ...known, mode, role, closed, backups })
}
