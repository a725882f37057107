import { hashOf, kindClasses } from '../../../ui/kind-classes.ts'

export type Kinds = ReadonlyMap<string, (typeof kindClasses)[number]>

/**
 * A colour for each of the few texts of a field. It follows from field and text, so that it is the same tomorrow; where another text of the field
 * was seen with it before, the next free one is taken, and past eight they are shared.
 */
export function kindsOf(field: string, texts: readonly string[]): Kinds {
  const taken = new Set<number>()
  const kinds = new Map<string, (typeof kindClasses)[number]>()
  for (const text of texts) {
    let at = hashOf(`${field}\0${text}`) % kindClasses.length
    while (taken.size < kindClasses.length && taken.has(at)) at = (at + 1) % kindClasses.length
    taken.add(at)
    kinds.set(text, kindClasses[at] ?? kindClasses[7])
  }
  return kinds
}
