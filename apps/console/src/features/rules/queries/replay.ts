import * as api from '@hearth/api'
import type { SourceFile } from '@hearth/rules'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'

export type ReplayedRequest = api.ReplayedRequest

/** A page of at most 100, the newest first. */
export async function replayPage(
  { project, id }: ProjectDatabase,
  asked: {
    readonly area: RulesArea
    readonly files: readonly SourceFile[]
    readonly pageToken: string | undefined
    readonly signal: AbortSignal
  },
): Promise<api.ReplayPage> {
  const { area, files, pageToken, signal } = asked
  const body = { service: area, database: id, files, pageToken }
  return await callApi(api.replayRules, { project: project.id, body, signal }, project)
}
