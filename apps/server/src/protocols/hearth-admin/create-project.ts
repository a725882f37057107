import { StatusError } from '@hearth/model'
import { z } from 'zod'
import { isServerOwner } from '../../access/console-caller.ts'
import type { Route } from '../../http/route.ts'
import { consoleProject } from '../../projects/project-id.ts'
import { consoleUserOf } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readRequest } from './read-request.ts'

const wanted = z.strictObject({
  projectId: z.string('The project id is missing.').max(100),
  name: z
    .string('The name is missing.')
    .trim()
    .min(1, 'The name is missing.')
    .max(80, 'A name has at most 80 characters.'),
})

/** A project with a web app and its key; the caller becomes its owner. */
export function createProject(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects',
    guard: 'admin',
    async handle(exchange) {
      const user = await consoleUserOf(exchange, deps)
      if (!deps.settings.mayAnyoneCreateProjects && !isServerOwner(user)) {
        throw new StatusError(
          'permission-denied',
          'SERVER_OWNER_ONLY',
          'Only the owner of this server creates projects.',
        )
      }
      const { projectId, name } = await readRequest(exchange, wanted)
      const project = await deps.projects.create({ id: projectId, name })
      await deps.projectDocuments.ensure([project], user.uid)
      exchange.note({ project: project.id })
      const actor = { kind: 'person', uid: user.uid } as const
      const request = { address: exchange.clientAddress, requestId: exchange.id }
      for (const where of [project.id, consoleProject]) {
        await deps.recordAct({ project: where, actor, action: 'project.create', target: project.id, ...request })
      }
      exchange.replyJson(201, { projectId: project.id })
    },
  }
}
