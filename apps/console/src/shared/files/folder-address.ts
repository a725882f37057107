const resolved = /^~*\.{1,2}$/
const marked = /^~+\.{1,2}$/

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
