import type { Document, Version } from '@hearth/model'
import type { ListenEvent } from '../documents.ts'
import type { ResultChange } from './result-change.ts'

/** What one commit did to one document, for all targets of a session. */
interface Message {
  /** Its new state; undefined: it was deleted, or it did not change and was pushed out. */
  document: Document | undefined
  isDeleted: boolean
  targetIds: number[]
  removedTargetIds: number[]
}

/** Collects what one commit did to the targets of one session, so that each document is told of once. */
export class CommitMessages {
  #messages = new Map<string, Message>()

  add(targetId: number, change: ResultChange): void {
    let message = this.#messages.get(change.path)
    if (message === undefined) {
      message = { document: undefined, isDeleted: false, targetIds: [], removedTargetIds: [] }
      this.#messages.set(change.path, message)
    }
    switch (change.kind) {
      case 'upsert':
        message.document = change.document
        message.targetIds.push(targetId)
        break
      case 'leave':
        message.document ??= change.document
        message.isDeleted ||= change.document === undefined
        message.removedTargetIds.push(targetId)
        break
      case 'evict':
        message.removedTargetIds.push(targetId)
        break
    }
  }

  /** A target is gone: nothing is said of it any more. */
  forget(targetId: number): void {
    for (const [path, message] of this.#messages) {
      message.targetIds = message.targetIds.filter((id) => id !== targetId)
      message.removedTargetIds = message.removedTargetIds.filter((id) => id !== targetId)
      if (message.targetIds.length + message.removedTargetIds.length === 0) this.#messages.delete(path)
    }
  }

  /** The events of the commit with this version. */
  take(version: Version): ListenEvent[] {
    if (this.#messages.size === 0) return []
    const events: ListenEvent[] = []
    for (const [path, { document, isDeleted, targetIds, removedTargetIds }] of this.#messages) {
      if (document !== undefined) events.push({ kind: 'change', document, targetIds, removedTargetIds })
      else events.push({ kind: isDeleted ? 'delete' : 'remove', path, readTime: version, removedTargetIds })
    }
    this.#messages = new Map()
    return events
  }
}
