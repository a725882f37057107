import type { FirebaseApp } from 'firebase/app'
import { connection } from './connection.ts'
import { lateSaves } from './late-saves.ts'
import { lostChanges } from './lost-changes.ts'
import { pendingWrites, type WrittenDown } from './pending-writes.ts'

/**
 * Counts a write as waiting until the server has it. The SDK holds writes while offline, and its promises then stay open, so this count is what
 * tells "waiting" from "saved". Where it is known what the write does, its user is told wherever they are by then: that it is saved after all, or
 * what was refused. Returns the same promise.
 */
export function trackWrite<Result>(app: FirebaseApp, write: Promise<Result>, what?: WrittenDown): Promise<Result> {
  const end = pendingWrites.begin(app, what)
  const patience = setTimeout(() => void connection.probe(), 3000)
  const isInterrupted = (): boolean => connection.getSnapshot().status !== 'live'
  let hasWaited = isInterrupted()
  const stop = connection.subscribe(() => {
    hasWaited ||= isInterrupted()
  })
  /** False where its user signed out, or its project was closed. */
  const settle = (): boolean => {
    clearTimeout(patience)
    stop()
    return !end()
  }
  write.then(
    () => {
      if (settle() && hasWaited && what !== undefined) lateSaves.add()
    },
    (problem: unknown) => {
      // A deletion that is refused leaves the document there, which says it.
      if (settle() && what !== undefined && what.operation !== 'delete')
        lostChanges.add({ ...what, why: 'refused', problem })
    },
  )
  return write
}
