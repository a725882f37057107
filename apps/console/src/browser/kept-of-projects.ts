import { keep, keptKey, readKept } from './kept-storage.ts'

/** What this browser keeps of a project until the user signs out, or is no member any more. */
type Kept =
  /** What it was called when it was last heard. */
  | 'name'
  /** Until when others' acts were shown, in milliseconds since the epoch. */
  | 'acts-seen'
  /** How its collections are looked at: as tables or lists, and with which columns. */
  | 'tables'
  /** `shown` or `hidden`, where somebody decided whether its overview leads with the set-up. */
  | 'set-up'

export function readOfProject(project: string, what: Kept): string | undefined {
  return readKept(keyOf(project, what))
}

/** `undefined` forgets it. */
export function keepOfProject(project: string, what: Kept, value: string | undefined): void {
  keep(keyOf(project, what), value)
}

function keyOf(project: string, what: Kept): string {
  return keptKey(`${what}.${project}`)
}
