import type { Document, Version } from '@hearth/model'
import type { ListenEvent } from '../documents.ts'
import type { ResultChange } from './result-change.ts'

/** What a commit did to a document, for the targets that see the same of it. */
interface Change {
  /** Its new state; undefined: it was deleted. */
  readonly document: Document | undefined
  targetIds: number[]
  removedTargetIds: number[]
}

/** What one commit did to one document, for all targets of a session. */
interface Message {
  /** One for each of its contents: targets may select different fields. */
  changes: Change[]
  /** Targets that it was pushed out of without a change. */
  evictedTargetIds: number[]
}

/** Collects what one commit did to the targets of one session, so that each document is told of once to all who see the same of it. */
export class CommitMessages {
  readonly #messages = new Map<string, Message>()

  add(targetId: number, change: ResultChange): void {
    let message = this.#messages.get(change.path)
    if (message === undefined) {
      message = { changes: [], evictedTargetIds: [] }
      this.#messages.set(change.path, message)
    }
    switch (change.kind) {
      case 'upsert':
        changeTo(message, change.document).targetIds.push(targetId)
        break
      case 'leave':
        changeTo(message, change.document).removedTargetIds.push(targetId)
        break
      case 'evict':
        message.evictedTargetIds.push(targetId)
        break
    }
  }

  /** A target is gone: nothing is said of it any more. */
  forget(targetId: number): void {
    const isOther = (id: number) => id !== targetId
    for (const message of this.#messages.values()) {
      message.evictedTargetIds = message.evictedTargetIds.filter(isOther)
      for (const change of message.changes) {
        change.targetIds = change.targetIds.filter(isOther)
        change.removedTargetIds = change.removedTargetIds.filter(isOther)
      }
      message.changes = message.changes.filter((change) => change.targetIds.length + change.removedTargetIds.length > 0)
    }
  }

  get isEmpty(): boolean {
    return this.#messages.size === 0
  }

  clear(): void {
    this.#messages.clear()
  }

  /** The events of the commit with this version. What is forgotten before its turn is not among them. */
  *take(version: Version): Generator<ListenEvent, void> {
    for (const [path, { changes, evictedTargetIds }] of this.#messages) {
      const [first, ...others] = changes
      if (first !== undefined) {
        // Told with its data, a document that was pushed out needs no look-up by the client.
        const removedTargetIds = [...first.removedTargetIds, ...evictedTargetIds]
        yield eventOf(path, { ...first, removedTargetIds }, version)
      } else if (evictedTargetIds.length > 0) {
        yield { kind: 'remove', path, readTime: version, removedTargetIds: evictedTargetIds }
      }
      for (const change of others) yield eventOf(path, change, version)
    }
    this.clear()
  }
}

function changeTo({ changes }: Message, document: Document | undefined): Change {
  let change = changes.find((one) => one.document?.json === document?.json)
  if (change === undefined) {
    change = { document, targetIds: [], removedTargetIds: [] }
    changes.push(change)
  }
  return change
}

function eventOf(path: string, { document, targetIds, removedTargetIds }: Change, version: Version): ListenEvent {
  if (document === undefined) return { kind: 'delete', path, readTime: version, removedTargetIds }
  return { kind: 'change', document, targetIds, removedTargetIds }
}
