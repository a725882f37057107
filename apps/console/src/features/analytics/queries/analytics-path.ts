import type { ProjectSession } from '../../../firebase/project-session.ts'

/** Where the reports of a project are asked for; `docs/reference/analytics.md` has them. */
export function analyticsPath(project: ProjectSession, call: string): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/analytics/${call}`
}
