import * as api from '@hearth/api'
import type { ProjectSession } from '../sdk/project-session.ts'
import { callApi } from './call-api.ts'

export type Backup = api.Backup
export type DeletedBackup = api.DeletedBackup
export type BackupJob = api.BackupJob
export type BackupList = api.BackupList

/** The backups of a project, the newest first, and what is under way. */
export async function listBackups(project: ProjectSession): Promise<BackupList> {
  return await callApi(api.listBackups, { project: project.id }, project)
}

/** Resolves when the backup has begun. */
export async function beginBackup(project: ProjectSession): Promise<void> {
  await callApi(api.createBackup, { project: project.id }, project)
}

/** Resolves when the restore has begun. `isExact`: what was closed since is open again. */
export async function beginRestore(
  project: ProjectSession,
  { id, isExact }: { readonly id: string; readonly isExact: boolean },
): Promise<void> {
  await callApi(api.restoreBackup, { project: project.id, backup: id, body: { exactly: isExact } }, project)
}

/** It can be taken back for some days. Throws `not-found` for one that is gone already. */
export async function deleteBackup(project: ProjectSession, id: string): Promise<void> {
  await callApi(api.deleteBackup, { project: project.id, backup: id }, project)
}

/** It is listed again. Throws `not-found` for one that is gone for good. */
export async function undeleteBackup(project: ProjectSession, id: string): Promise<void> {
  await callApi(api.undeleteBackup, { project: project.id, backup: id }, project)
}

/** A deleted one, for good, at once. Throws as `undeleteBackup`. */
export async function removeDeletedBackup(project: ProjectSession, id: string): Promise<void> {
  await callApi(api.removeDeletedBackup, { project: project.id, backup: id }, project)
}
