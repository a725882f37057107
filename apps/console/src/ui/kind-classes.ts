/** The colours of what differs by kind alone: a text of its wash, by its number less one. */
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

/** FNV-1a over UTF-16. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
