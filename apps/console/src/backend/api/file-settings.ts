import * as api from '@hearth/api'
import type { ProjectSession } from '../sdk/project-session.ts'
import { callApi } from './call-api.ts'

export type FileSettings = api.FileSettings

export async function getFileSettings(project: ProjectSession): Promise<FileSettings> {
  return await callApi(api.getFileSettings, { project: project.id }, project)
}

export async function changeFileSettings(project: ProjectSession, body: Partial<FileSettings>): Promise<FileSettings> {
  return await callApi(api.updateFileSettings, { project: project.id, body }, project)
}
