/** A chip of each kind, by its number less one. */
export const kindClasses = [
  'bg-kind-1-wash text-kind-1',
  'bg-kind-2-wash text-kind-2',
  'bg-kind-3-wash text-kind-3',
  'bg-kind-4-wash text-kind-4',
  'bg-kind-5-wash text-kind-5',
  'bg-kind-6-wash text-kind-6',
  'bg-kind-7-wash text-kind-7',
  'bg-kind-8-wash text-kind-8',
] as const

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

/** FNV-1a over UTF-16. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
