import { StatusError } from '@hearth/model'
import { defineMethod } from './define-method.ts'

const files = 'Copies of documents are made with `hearth documents export` and taken in with `hearth documents import`.'
const backups =
  'Backups of a project are made, restored and kept in the console (Settings, Backups) and by /hearth/v1/projects/<project>/backups.'
const operations = 'Operations have ended when they are answered; one that ended can’t be cancelled.'
const deletions = 'Delete documents with the server library (`recursiveDelete`), or in the console.'

/** What the vendor's API has and Hearth does not: method, path, and what does instead. Each is refused by `UNIMPLEMENTED`. */
const unbuilt: readonly (readonly [method: string, path: string, instead: string, below?: 'locations'])[] = [
  ['POST', '/:database:exportDocuments', files],
  ['POST', '/:database:importDocuments', files],
  ['POST', '/:database:bulkDeleteDocuments', deletions],
  ['POST', '/:database/operations/:id:cancel', operations],
  ['POST', ':restore', backups],
  ['POST', ':clone', backups],
  ['GET', '/:database/backupSchedules', backups],
  ['POST', '/:database/backupSchedules', backups],
  ['GET', '/:database/backupSchedules/:id', backups],
  ['PATCH', '/:database/backupSchedules/:id', backups],
  ['DELETE', '/:database/backupSchedules/:id', backups],
  ['GET', '/:location/backups', backups, 'locations'],
  ['GET', '/:location/backups/:id', backups, 'locations'],
  ['DELETE', '/:location/backups/:id', backups, 'locations'],
]

export const unbuiltMethods = unbuilt.map(([method, path, instead, below]) =>
  defineMethod({
    method,
    path,
    ...(below && { below }),
    needs: 'viewer',
    handle: () =>
      Promise.reject(new StatusError('unimplemented', 'NOT_BUILT', `Hearth does not have this call. ${instead}`)),
  }),
)
