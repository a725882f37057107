import type { Document, Fields, Query, Value } from '@hearth/model'
import { isServerOwner, verifiedEmailOf, type ConsoleUser } from './console-caller.ts'
import {
  changedFields,
  exactly,
  fits,
  hasAll,
  listOf,
  oneOf,
  orNull,
  text,
  timestamp,
  webAddress,
  type FieldCheck,
  type Shape,
} from './field-checks.ts'
import type { AccessRequest } from './gate.ts'
import { isOperatorRole, projectTeamOf, roleIn, type ProjectTeam } from './project-team.ts'
import { demands } from './query-filters.ts'

type DocumentAccess = Exclude<Extract<AccessRequest, { service: 'documents' }>, { operation: 'list' }>

const maxMembers = 200

/** Where a project's icon is kept. */
export function iconPathOf(project: string): string {
  return `projects/${project}/icon`
}

/** `projects/{projectId}`: read by its members, changed by its owners; made and removed by the server alone. */
export function mayUseProject(user: ConsoleUser, project: string, request: DocumentAccess): boolean {
  switch (request.operation) {
    case 'get':
      return isServerOwner(user) || roleOf(user, request.before) !== undefined
    case 'update':
      return (
        roleOf(user, request.before) === 'owner' &&
        request.before !== undefined &&
        request.after !== undefined &&
        isProjectChange(project, request.before.fields, request.after)
      )
    case 'create':
    case 'delete':
      return false
  }
}

/** A member lists the projects that name them; the server's owner all of them. */
export function mayListProjects(user: ConsoleUser, query: Query): boolean {
  return isServerOwner(user) || demands(query, 'memberIds', 'array-contains', user.uid)
}

/** `projects/{projectId}/invitations/{id}`: read by the team and the person invited, kept by owners. */
export function mayUseInvitation(user: ConsoleUser, team: ProjectTeam | undefined, request: DocumentAccess): boolean {
  const role = roleIn(team, user.uid)
  switch (request.operation) {
    case 'get':
      return role !== undefined || isInvited(user, request.before)
    case 'create':
      return role === 'owner' && request.after !== undefined && isInvitation(user.uid, request.after.fields)
    case 'update':
      return role === 'owner' && changesOnly(request, ['role', 'expiresAt'], invitationShape(user.uid))
    case 'delete':
      return role === 'owner'
  }
}

/** Somebody with a verified address finds what they were invited to, in whatever project it is. */
export function mayListOwnInvitations(user: ConsoleUser, query: Query): boolean {
  const email = verifiedEmailOf(user)
  return email !== undefined && demands(query, 'email', '==', email)
}

/** `projects/{projectId}/savedQueries/{id}`: read by the team, kept by whoever made it; an owner may remove any. */
export function mayUseSavedQuery(user: ConsoleUser, team: ProjectTeam | undefined, request: DocumentAccess): boolean {
  const role = roleIn(team, user.uid)
  if (role === undefined) return false
  const isMaker = textOf(request.before?.fields.get('createdBy')) === user.uid
  switch (request.operation) {
    case 'get':
      return true
    case 'create':
      return (
        request.after !== undefined &&
        hasAll(request.after.fields, ['name', 'createdBy']) &&
        fits(request.after.fields, savedQueryShape(user.uid))
      )
    case 'update':
      return (
        isMaker &&
        changesOnly(
          request,
          ['name', 'collection', 'filters', 'orderBy', 'sharedWith', 'updatedAt'],
          savedQueryShape(user.uid),
        )
      )
    case 'delete':
      return isMaker || role === 'owner'
  }
}

function roleOf(user: ConsoleUser, document: Document | undefined): ReturnType<typeof roleIn> {
  return document === undefined ? undefined : roleIn(projectTeamOf(document), user.uid)
}

/** The owner stays who it is, stays a member and stays an owner; every member's role is one of the three. */
function isProjectChange(project: string, before: Fields, after: Document): boolean {
  const allowed: Shape = {
    name: text(80, 1),
    memberIds: listOf(text(128, 1), maxMembers),
    roles: isRoles,
    iconURL: orNull(webAddress),
    iconPath: orNull(exactly(iconPathOf(project))),
    updatedAt: timestamp,
  }
  for (const name of changedFields(before, after.fields)) {
    const value = after.fields.get(name)
    if (!Object.hasOwn(allowed, name) || value === undefined || allowed[name]?.(value) !== true) return false
  }
  const team = projectTeamOf(after)
  return team.memberIds.includes(team.ownerId) && team.roles.get(team.ownerId) === 'owner'
}

const isRoles: FieldCheck = (value) =>
  value.kind === 'map' &&
  value.fields.size <= maxMembers &&
  [...value.fields.values()].every((role) => isOperatorRole(textOf(role)))

function isInvited(user: ConsoleUser, invitation: Document | undefined): boolean {
  const email = verifiedEmailOf(user)
  return email !== undefined && textOf(invitation?.fields.get('email')) === email
}

function isInvitation(uid: string, fields: Fields): boolean {
  return hasAll(fields, ['email', 'role', 'invitedBy', 'createdAt', 'expiresAt']) && fits(fields, invitationShape(uid))
}

/** Acceptance is not among them: the server writes it together with the membership. */
function invitationShape(uid: string): Shape {
  return {
    email: text(320, 3),
    role: oneOf('viewer', 'editor', 'owner'),
    invitedBy: exactly(uid),
    createdAt: timestamp,
    expiresAt: timestamp,
  }
}

function savedQueryShape(uid: string): Shape {
  return {
    name: text(80, 1),
    collection: text(1500),
    filters: listOf((value) => value.kind === 'map', 100),
    orderBy: listOf((value) => value.kind === 'map', 100),
    sharedWith: listOf(text(128, 1), maxMembers),
    createdBy: exactly(uid),
    createdAt: timestamp,
    updatedAt: timestamp,
  }
}

/** Only these fields differ, and what they became (a removed one became nothing) passes the shape. */
function changesOnly(request: DocumentAccess, names: readonly string[], shape: Shape): boolean {
  const { before, after } = request
  if (before === undefined || after === undefined) return false
  return changedFields(before.fields, after.fields).every((name) => {
    const value = after.fields.get(name)
    return names.includes(name) && (value === undefined || shape[name]?.(value) === true)
  })
}

function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'string' ? value.value : undefined
}
