import type { Query } from '@hearth/model'
import type { Caller } from './caller.ts'
import { mayUseAccount } from './console-accounts.ts'
import type { ConsoleUser } from './console-caller.ts'
import { mayUseConsoleFile } from './console-files.ts'
import {
  mayListOwnInvitations,
  mayListProjects,
  mayUseInvitation,
  mayUseProject,
  mayUseSavedQuery,
} from './console-projects.ts'
import type { AccessRequest } from './gate.ts'
import { roleIn, type FindProjectTeam } from './project-team.ts'

type DocumentsRequest = Extract<AccessRequest, { service: 'documents' }>

/**
 * Who may do what with the documents and files of the project `console` (product.md sections 4 and 6). What is not
 * named here is denied, to operators of the console too where it is the record of their own acts.
 */
export async function mayInConsole(
  caller: Caller,
  request: AccessRequest,
  findProjectTeam: FindProjectTeam,
): Promise<boolean> {
  switch (caller.kind) {
    case 'admin':
      return true
    case 'visitor':
      return false
    case 'operator':
      return mayOperateConsole(caller, request)
    case 'user':
      return request.service === 'files'
        ? await mayUseConsoleFile(caller, request, findProjectTeam)
        : await mayUseConsoleDocuments(caller, request, findProjectTeam)
  }
}

/** An operator of the console's own project reads all of it; who belongs to a project and what was done is the server's to write. */
function mayOperateConsole(caller: Extract<Caller, { kind: 'operator' }>, request: AccessRequest): boolean {
  if (request.operation === 'get' || request.operation === 'list') return true
  const isProtected = request.service === 'documents' && request.path.startsWith('projects/')
  return caller.role !== 'viewer' && !isProtected
}

async function mayUseConsoleDocuments(
  user: ConsoleUser,
  request: DocumentsRequest,
  findProjectTeam: FindProjectTeam,
): Promise<boolean> {
  if (request.database !== '(default)') return false
  if (request.operation === 'list') return await mayList(user, request.query, findProjectTeam)

  const [root, id, collection, , ...deeper] = request.path.split('/')
  if (id === undefined || deeper.length > 0) return false
  if (collection === undefined) {
    if (root === 'accounts') return mayUseAccount(user, id, request)
    return root === 'projects' && mayUseProject(user, id, request)
  }
  if (root !== 'projects') return false
  switch (collection) {
    case 'invitations':
      return mayUseInvitation(user, await findProjectTeam(id), request)
    case 'savedQueries':
      return mayUseSavedQuery(user, await findProjectTeam(id), request)
    case 'activity':
      return request.operation === 'get' && roleIn(await findProjectTeam(id), user.uid) !== undefined
    default:
      return false
  }
}

async function mayList(user: ConsoleUser, query: Query, findProjectTeam: FindProjectTeam): Promise<boolean> {
  if (query.allDescendants) {
    return query.parent === '' && query.collectionId === 'invitations' && mayListOwnInvitations(user, query)
  }
  if (query.parent === '') return query.collectionId === 'projects' && mayListProjects(user, query)

  const [root, project, ...deeper] = query.parent.split('/')
  if (root !== 'projects' || project === undefined || deeper.length > 0) return false
  switch (query.collectionId) {
    case 'invitations':
    case 'savedQueries':
    case 'activity':
      return roleIn(await findProjectTeam(project), user.uid) !== undefined
    default:
      return false
  }
}
