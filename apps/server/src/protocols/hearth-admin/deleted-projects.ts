import { StatusError } from '@hearth/model'
import type { ActName } from '../../audit/act-names.ts'
import type { ConsoleUser } from '../../access/console-caller.ts'
import { assertRecentSignIn } from '../../access/recent-sign-in.ts'
import { leftMs } from '../../grace-period.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import { consoleProject } from '../../projects/project-id.ts'
import type { DeletedProject } from '../../projects/project-registry.ts'
import { projectGraceMs } from '../../projects/project-removal.ts'
import { consoleUserOf, roleOfUser } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

const path = '/hearth/v1/deleted-projects'

/** `{ deletedProjects: [{ projectId, name, deletedAt, endsAt }] }`: those that the caller owns and may take back until `endsAt`. */
export function listDeletedProjects(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange) {
      const user = await consoleUserOf(exchange, deps)
      const deletedProjects: object[] = []
      for (const project of await deps.projects.listDeleted()) {
        if ((await roleOfUser(deps, project.id, user)) !== 'owner') continue
        deletedProjects.push(deletedProjectJson(project, deps.clock.nowMs()))
      }
      exchange.replyJson(200, { deletedProjects })
    },
  }
}

/** Everybody finds it again, with everything that it had. For its owners: people alone. */
export function undeleteProject(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/:project/undelete`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const user = await ownerOf(exchange, deps, project)
      await deps.projectRemoval.takeBack(project)
      for (const where of [project, consoleProject]) {
        await note(deps, exchange, { project: where, uid: user.uid, action: 'project.undelete', target: project })
      }
      exchange.replyJson(200, {})
    },
  }
}

/** For good, before its time. For its owners, people alone, who signed in lately. */
export function removeDeletedProject(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${path}/:project`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const user = await ownerOf(exchange, deps, project)
      assertRecentSignIn(user.authTime, deps.clock.nowMs())
      await deps.projectRemoval.removeNow(project)
      await note(deps, exchange, {
        project: consoleProject,
        uid: user.uid,
        action: 'project.delete-now',
        target: project,
      })
      exchange.replyJson(200, {})
    },
  }
}

export function deletedProjectJson({ id, name, deleted }: DeletedProject, nowMs: number): object {
  return {
    projectId: id,
    name,
    deletedAt: new Date(deleted.since).toISOString(),
    endsAt: new Date(nowMs + leftMs(deleted, projectGraceMs, nowMs)).toISOString(),
  }
}

/** Throws as `consoleUserOf`; to whoever is no owner the project is none: `not-found`/`PROJECT_NOT_FOUND`. */
async function ownerOf(exchange: Exchange, deps: HearthAdminDeps, project: string): Promise<ConsoleUser> {
  const user = await consoleUserOf(exchange, deps)
  if ((await roleOfUser(deps, project, user)) !== 'owner') {
    throw new StatusError('not-found', 'PROJECT_NOT_FOUND', 'This server has no such project.')
  }
  await deps.projects.getDeleted(project)
  return user
}

async function note(
  { recordAct }: HearthAdminDeps,
  exchange: Exchange,
  { project, uid, action, target }: { project: string; uid: string; action: ActName; target: string },
): Promise<void> {
  const request = { address: exchange.clientAddress, requestId: exchange.id }
  await recordAct({ project, actor: { kind: 'person', uid }, action, target, ...request })
}
