import type { z } from 'zod'
import type { ActParts } from '../../audit/act-names.ts'
import type { Route } from '../../http/route.ts'
import { assertRecentOwner, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

/** What the owners of a project set, and all its members may read. */
export interface Settings<Change, Read extends object> {
  readonly path: string
  readonly change: z.ZodType<Change>
  readonly act: ActParts
  read(deps: HearthAdminDeps, project: string): Promise<Read>
  /** Whether a change lets somebody in or can't be taken back: it takes a recent sign-in, or a key's scope `project`. */
  isGrave(deps: HearthAdminDeps, project: string, change: Change): Promise<boolean> | boolean
  /** The settings from then on. */
  update(deps: HearthAdminDeps, project: string, change: Change): Promise<Read>
  /** What the audit log says of them. */
  describe(settings: Read): Readonly<Record<string, string>>
}

export function getSettings<Change, Read extends object>({ path, read }: Settings<Change, Read>) {
  return (deps: HearthAdminDeps): Route => ({
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      exchange.replyJson(200, await read(deps, project))
    },
  })
}

export function updateSettings<Change, Read extends object>(settings: Settings<Change, Read>) {
  return (deps: HearthAdminDeps): Route => ({
    method: 'PATCH',
    path: settings.path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRole(exchange, deps, project, 'owner')
      const change = await readRequest(exchange, settings.change)
      if (await settings.isGrave(deps, project, change)) assertRecentOwner(deps, member, 'project')
      const updated = await settings.update(deps, project, change)
      const detail = settings.describe(updated)
      await noteAct(deps, exchange, member, { ...settings.act, project, target: 'settings', detail })
      exchange.replyJson(200, updated)
    },
  })
}
