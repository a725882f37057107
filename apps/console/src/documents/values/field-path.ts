/*
 * A path to a field as the protocol and people write it: names with dots between them. A name that isn't a plain word stands in
 * backticks, where a backslash goes before a backtick and before a backslash: `ship.city`, `` `zip code` ``.
 */

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/
const oneName = /`((?:[^`\\]|\\.)+)`|([^\s.`]+)/y

export function formatFieldPath(names: readonly string[]): string {
  return names
    .map((name) => (plainName.test(name) ? name : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``))
    .join('.')
}

/** The names of a path, and where in the text it ends; undefined when there is none at its beginning. */
export function readFieldPath(text: string): { readonly names: readonly string[]; readonly end: number } | undefined {
  const names: string[] = []
  let at = 0
  do {
    oneName.lastIndex = at
    const match = oneName.exec(text)
    if (match === null) return undefined
    names.push(match[1]?.replaceAll(/\\(.)/g, '$1') ?? match[2] ?? '')
    at = oneName.lastIndex
  } while (text[at++] === '.')
  return { names, end: at - 1 }
}

/** The names of a text that is a path and nothing else. */
export function parseFieldPath(text: string): readonly string[] | undefined {
  const trimmed = text.trim()
  const path = readFieldPath(trimmed)
  return path?.end === trimmed.length ? path.names : undefined
}
