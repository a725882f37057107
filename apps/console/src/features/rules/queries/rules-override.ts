import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'

export type RulesOverride = api.RulesOverride

export async function findOverride(
  { project, id }: ProjectDatabase,
  area: RulesArea,
): Promise<RulesOverride | undefined> {
  return (await callApi(api.getRulesOverride, { project: project.id, query: { database: id } }, project))[area]
}
