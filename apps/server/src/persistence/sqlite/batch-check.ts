import { StatusError } from '@hearth/model'
import type { CommitBatch } from '../persistence.ts'

/**
 * Checks what the tables can't: that every text survives UTF-8 unchanged, and that the batch makes sense. Returns its
 * size (strings counted as one byte a character, plus a little for each item).
 */
export function measureBatch(batch: CommitBatch, bytesMax: number): number {
  let bytes = 64
  const { version, author, documents = [], expect = [], records = [] } = batch
  const addText = (text: string) => {
    if (!text.isWellFormed()) {
      throw new StatusError('invalid-argument', 'TEXT_NOT_UNICODE', 'A text holds half of a surrogate pair.')
    }
    bytes += text.length + 8
  }
  if (version === undefined ? documents.length > 0 : !(Number.isSafeInteger(version) && version > 0)) {
    throw new StatusError('invalid-argument', 'VERSION_MISSING', 'A batch with documents needs a version above zero.')
  }
  if (author !== undefined) addText(author)
  for (const e of expect) {
    addText(e.kind === 'document' ? e.key.database : e.space)
    addText(e.kind === 'document' ? e.key.path : e.key)
  }
  for (const d of documents) {
    addText(d.database)
    addText(d.path)
    if (d.json !== undefined) addText(d.json)
    for (const key of d.addedEntries) bytes += key.length + 16
    for (const key of d.removedEntries) bytes += key.length + 16
  }
  for (const e of batch.entries ?? []) {
    addText(e.database)
    addText(e.path)
    for (const key of e.addedEntries) bytes += key.length + 16
  }
  for (const key of batch.removedKeys ?? []) bytes += key.length + 16
  for (const r of records) {
    addText(r.space)
    addText(r.key)
    if (r.value !== undefined) addText(r.value)
  }
  if (bytes > bytesMax) {
    throw new StatusError('invalid-argument', 'BATCH_TOO_LARGE', `One write holds at most ${bytesMax} bytes.`)
  }
  return bytes
}
