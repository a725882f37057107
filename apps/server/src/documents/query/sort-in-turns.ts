import { compareKeyed, type KeyedDocument } from './keyed-document.ts'

/** A turn of the event loop. */
export interface Pausable {
  readonly isOver: boolean
  pause(): Promise<void>
}

/** Documents that are sorted without a pause: keys may be as long as documents. */
const RUN = 16

/** A stable merge sort that gives way to others whenever a turn is over: how long a comparison takes depends on how long the keys are. */
export async function sortInTurns(documents: readonly KeyedDocument[], turn: Pausable): Promise<KeyedDocument[]> {
  let runs: KeyedDocument[][] = []
  for (let start = 0; start < documents.length; start += RUN) {
    runs.push(documents.slice(start, start + RUN).sort(compareKeyed))
    if (turn.isOver) await turn.pause()
  }
  while (runs.length > 1) {
    const merged: KeyedDocument[][] = []
    for (let i = 0; i < runs.length; i += 2) merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], turn))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge(
  left: readonly KeyedDocument[],
  right: readonly KeyedDocument[],
  turn: Pausable,
): Promise<KeyedDocument[]> {
  const merged: KeyedDocument[] = []
  let j = 0
  for (const document of left) {
    for (let other = right[j]; other !== undefined && compareKeyed(other, document) < 0; other = right[++j]) {
      merged.push(other)
      if (turn.isOver) await turn.pause()
    }
    merged.push(document)
    if (turn.isOver) await turn.pause()
  }
  for (; j < right.length; j++) merged.push(right[j] as KeyedDocument)
  return merged
}
