/** The path in the address, taken apart: where the browser stands. Even lengths are documents, odd ones collections. */
export interface DataPlace {
  /** The document whose collections are listed; empty for the root. */
  readonly parent: string
  readonly collection: string | undefined
  readonly document: string | undefined
}

export function placeOf(path: string): DataPlace {
  const segments = path.split('/').filter((segment) => segment !== '')
  if (segments.length === 0) return { parent: '', collection: undefined, document: undefined }
  const isDocument = segments.length % 2 === 0
  const collection = segments.slice(0, isDocument ? -1 : undefined)
  return {
    parent: collection.slice(0, -1).join('/'),
    collection: collection.join('/'),
    document: isDocument ? segments.join('/') : undefined,
  }
}

/** Ids may hold what an address gives a meaning to. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

export function decodePath(splat: string): string {
  return splat
    .split('/')
    .map((segment) => {
      try {
        return decodeURIComponent(segment)
      } catch {
        // A bare percent sign in a hand-written address means itself.
        return segment
      }
    })
    .join('/')
}

/** Whether a text is the path of a collection. */
export function isCollectionPath(text: string): boolean {
  const segments = text.split('/')
  return segments.length % 2 === 1 && segments.every(isId)
}

export function isId(text: string): boolean {
  const bytes = new TextEncoder().encode(text).length
  return bytes >= 1 && bytes <= 1500 && !text.includes('/') && text !== '.' && text !== '..' && !/^__.+__$/.test(text)
}
