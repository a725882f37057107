/** Words that name nothing of one's own: no function, parameter, `let` or wildcard. Behind a dot they may stand. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'true false null if in is not let return function match allow service rules_version import package extends var for while do ' +
    'else switch case default break continue goto'
  ).split(' '),
)
/** In front of a dot these lead to functions, so that only a function can be called like them. */
const NAMESPACES: ReadonlySet<string> = new Set(['math', 'hashing', 'timestamp', 'duration', 'latlng'])

export function isReserved(word: string): boolean {
  return RESERVED.has(word)
}

export function isReservedVariable(word: string): boolean {
  return RESERVED.has(word) || NAMESPACES.has(word)
}
