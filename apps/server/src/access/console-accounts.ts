import type { Fields } from '@hearth/model'
import type { ConsoleUser } from './console-caller.ts'
import {
  exactly,
  fits,
  listOf,
  oneOf,
  orNull,
  sameValue,
  text,
  timestamp,
  webAddress,
  type Shape,
} from './field-checks.ts'
import type { AccessRequest } from './gate.ts'

type DocumentAccess = Exclude<Extract<AccessRequest, { service: 'documents' }>, { operation: 'list' }>

/** Where a console account's photo is kept. */
export function photoPathOf(uid: string): string {
  return `accounts/${uid}/photo`
}

/** `accounts/{uid}`: read, written and deleted by that account alone, with the fields of product.md section 4. */
export function mayUseAccount(user: ConsoleUser, uid: string, request: DocumentAccess): boolean {
  if (user.uid !== uid) return false
  switch (request.operation) {
    case 'get':
    case 'delete':
      return true
    case 'create':
    case 'update':
      return request.after !== undefined && isAccount(uid, request.after.fields, request.before?.fields)
  }
}

function isAccount(uid: string, after: Fields, before: Fields | undefined): boolean {
  const createdAt = before?.get('createdAt')
  const keepsCreation = createdAt === undefined || sameValue(createdAt, after.get('createdAt'))
  return keepsCreation && fits(after, accountShape(uid))
}

function accountShape(uid: string): Shape {
  return {
    displayName: orNull(text(80)),
    photoURL: orNull(webAddress),
    photoPath: orNull(exactly(photoPathOf(uid))),
    locale: orNull(text(35)),
    theme: orNull(oneOf('light', 'dark', 'system')),
    recentProjects: listOf(text(30, 1), 50),
    pinned: listOf(text(1600, 3), 200),
    installations: listOf(text(22, 22), 100),
    createdAt: timestamp,
    updatedAt: timestamp,
  }
}
