import type { FirebaseApp } from 'firebase/app'
import { defaultDatabase } from '../databases/default-database.ts'
import { connection } from './connection.ts'
import { lateSaves } from './late-saves.ts'
import { loseChange } from './lost-changes.ts'
import { pendingWrites, type WrittenDown } from './pending-writes.ts'

/**
 * Counts a write as waiting until the server has it. The SDK keeps writes while offline, also over reloads, and its promises then stay open,
 * so this count is what tells "waiting" from "saved". What the server refuses in the end is kept as lost, where it is known what it was; of
 * what it takes after an interruption the person is told.
 * Returns the same promise.
 *
 * @param id of the write, where something else is kept of it
 */
export function trackWrite<Result>(
  app: FirebaseApp,
  write: Promise<Result>,
  database: string = defaultDatabase,
  what?: WrittenDown,
  id?: string,
): Promise<Result> {
  const key = pendingWrites.begin(app, database, what, id)
  const patience = setTimeout(() => void connection.probe(), 3000)
  const isInterrupted = (): boolean => connection.getSnapshot().status !== 'live'
  let hasWaited = isInterrupted()
  const stop = connection.subscribe(() => {
    hasWaited ||= isInterrupted()
  })
  void write
    .then(
      () => {
        if (hasWaited && what !== undefined) lateSaves.add()
        return true
      },
      // What another tab ended, or somebody who signed out left, is told of already.
      () => loseChange(key, 'refused', pendingWrites.isOwn(key) ? what : undefined),
    )
    .then((isDone) => {
      clearTimeout(patience)
      stop()
      if (isDone) pendingWrites.end([key])
    })
  return write
}
