import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

export type InstallationSummary = api.InstallationSummary

/** @param days the last so many, today included */
export async function getSummary(project: ProjectSession, days: number): Promise<InstallationSummary> {
  return await callApi(api.summarizeInstallations, { project: project.id, query: { days } }, project)
}
