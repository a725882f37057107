import { photoPathOf } from './console-accounts.ts'
import type { ConsoleUser } from './console-caller.ts'
import { iconPathOf } from './console-projects.ts'
import type { AccessRequest, FileAttributes } from './gate.ts'
import { roleIn, type FindProjectTeam } from './project-team.ts'

type FileAccess = Extract<AccessRequest, { service: 'files' }>

const maxImageBytes = 5 * 1024 * 1024
const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])

/** The console's files: everybody's own photo, and the icon of a project for its team. Nobody lists them. */
export async function mayUseConsoleFile(
  user: ConsoleUser,
  request: FileAccess,
  findProjectTeam: FindProjectTeam,
): Promise<boolean> {
  if (request.operation === 'list') return false
  if (request.path === photoPathOf(user.uid)) return isReadOrImage(user, request)

  const project = /^projects\/([^/]+)\/icon$/.exec(request.path)?.[1]
  if (project === undefined || request.path !== iconPathOf(project)) return false
  const role = roleIn(await findProjectTeam(project), user.uid)
  if (request.operation === 'get') return role !== undefined
  return role === 'owner' && isReadOrImage(user, request)
}

function isReadOrImage(user: ConsoleUser, request: FileAccess): boolean {
  switch (request.operation) {
    case 'get':
    case 'delete':
      return true
    case 'list':
      return false
    case 'create':
    case 'update':
      return request.after !== undefined && isImage(user, request.after)
  }
}

function isImage(user: ConsoleUser, file: FileAttributes): boolean {
  const uploadedBy = file.metadata['uploadedBy']
  return (
    imageTypes.has(file.contentType) &&
    file.sizeBytes <= maxImageBytes &&
    (uploadedBy === undefined || uploadedBy === user.uid)
  )
}
