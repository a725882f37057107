import {
  type DeletedProject as DeletedJson,
  listDeletedProjects,
  removeDeletedProject,
  undeleteProject,
} from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { ConsoleUser } from '../../access/admin-access.ts'
import type { ActName } from '../../audit/act-names.ts'
import { leftMs } from '../../lib/grace-period.ts'
import type { Exchange } from '../../http/exchange.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { DeletedProject } from '../../projects/project-registry.ts'
import { PROJECT_GRACE_MS } from '../../projects/project-removal.ts'
import { roleOfUser } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { timeJson, route } from './route.ts'

export const deletedProjects = [
  route(listDeletedProjects, async ({ deps, caller }) => {
    const owned: DeletedJson[] = []
    for (const project of await deps.projects.listDeleted()) {
      if ((await roleOfUser(deps, project.id, caller)) !== 'owner') continue
      owned.push(deletedProjectJson(project, deps.clock.nowMs()))
    }
    return { deletedProjects: owned }
  }),

  route(undeleteProject, async ({ deps, exchange, params: { project }, caller }) => {
    await assertOwned(deps, project, caller)
    await deps.projectRemoval.takeBack(project)
    for (const where of [project, CONSOLE_PROJECT]) {
      const act = { project: where, action: undeleteProject.audit, target: project }
      await record(deps, exchange, caller, act)
    }
    return {}
  }),

  route(removeDeletedProject, async ({ deps, exchange, params: { project }, caller }) => {
    await assertOwned(deps, project, caller)
    await deps.projectRemoval.removeNow(project)
    const act = { project: CONSOLE_PROJECT, action: removeDeletedProject.audit, target: project }
    await record(deps, exchange, caller, act)
    return {}
  }),
]

export function deletedProjectJson({ id, name, deleted }: DeletedProject, nowMs: number): DeletedJson {
  return {
    projectId: id,
    name,
    deletedAt: timeJson(deleted.since),
    endsAt: timeJson(nowMs + leftMs(deleted, PROJECT_GRACE_MS, nowMs)),
  }
}

/** To whoever is no owner the project is none: throws `not-found`/`PROJECT_NOT_FOUND`. */
async function assertOwned(deps: HearthAdminDeps, project: string, user: ConsoleUser): Promise<void> {
  if ((await roleOfUser(deps, project, user)) !== 'owner') {
    throw new StatusError('not-found', 'PROJECT_NOT_FOUND', 'This server has no such project.')
  }
  await deps.projects.getDeleted(project)
}

async function record(
  { recordAct }: HearthAdminDeps,
  exchange: Exchange,
  { uid }: ConsoleUser,
  act: { readonly project: string; readonly action: ActName; readonly target: string },
): Promise<void> {
  const request = { address: exchange.clientAddress, requestId: exchange.id }
  await recordAct({ ...act, actor: { kind: 'person', uid }, ...request })
}
