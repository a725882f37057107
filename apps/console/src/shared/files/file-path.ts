const resolved = /^~*\.{1,2}$/
const marked = /^~+\.{1,2}$/

/** Paths in a project's storage: `photos/2026/cat.png`. A folder is only what the names of its files begin with; the root is empty. */
export interface FilePlace {
  readonly folder: string
  readonly name: string
}

export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Takes a path apart at its last slash. */
export function placeOf(path: string): FilePlace {
  const at = path.lastIndexOf('/')
  return at < 0 ? { folder: '', name: path } : { folder: path.slice(0, at), name: path.slice(at + 1) }
}

/** What the names of all files below a folder begin with. */
export function folderPrefix(folder: string): string {
  return folder === '' ? '' : `${folder}/`
}

/** What stands after the last slash; a slash at the end, which paths of folders have, doesn't count. */
export function lastNameOf(path: string): string {
  return placeOf(path.replace(/\/$/, '')).name
}

const nameBytesMax = 1024

/** What the server refuses in the path of a file, said before anything is sent; `undefined` when there is nothing. */
export function problemOfPath(path: string): 'empty' | 'too-long' | 'dots' | 'characters' | undefined {
  const segments = path.split('/')
  if (segments.some((segment) => segment === '')) return 'empty'
  if (new TextEncoder().encode(path).length > nameBytesMax) return 'too-long'
  if (path === '.' || path === '..') return 'dots'
  return /\p{Cc}/u.test(path) || !path.isWellFormed() ? 'characters' : undefined
}

/** The folder in the address. An address may be written by hand, with slashes to spare. */
export function folderOfAddress(splat: string): string {
  return splat
    .split('/')
    .filter((segment) => segment !== '')
    .join('/')
}

/** The path of a folder for the address of its screen: browsers resolve segments `.` and `..`, so a tilde stands before them. */
export function addressOfFolder(folder: string): string {
  return bySegment(folder, (segment) => (resolved.test(segment) ? `~${segment}` : segment))
}

/** The path again. */
export function folderAtAddress(address: string): string {
  return bySegment(address, (segment) => (marked.test(segment) ? segment.slice(1) : segment))
}

function bySegment(path: string, change: (segment: string) => string): string {
  return path.split('/').map(change).join('/')
}
