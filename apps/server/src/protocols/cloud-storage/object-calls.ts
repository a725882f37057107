import type { ObjectRef } from '../../files/files.ts'
import { decodePathSegment } from '../../http/path-segments.ts'

/** What a POST below an object asks for. */
export type ObjectCall =
  | { readonly kind: 'copy'; readonly from: ObjectRef; readonly to: ObjectRef }
  | { readonly kind: 'move'; readonly from: ObjectRef; readonly name: string }
  | { readonly kind: 'compose'; readonly to: ObjectRef }

/**
 * Reads the path after `/b/<bucket>/o/`, names percent-encoded: `<source>/rewriteTo/b/<bucket>/o/<target>` (or `copyTo`),
 * `<source>/moveTo/o/<target>`, `<target>/compose`. Undefined for anything else.
 */
export function parseObjectCall(bucket: string, rest: string): ObjectCall | undefined {
  const [first = '', verb, ...more] = rest.split('/')
  const object = { bucket, name: decodePathSegment(first) }
  const [b, otherBucket = '', o, target = ''] = more
  if ((verb === 'rewriteTo' || verb === 'copyTo') && b === 'b' && o === 'o' && more.length === 4) {
    const to = { bucket: decodePathSegment(otherBucket), name: decodePathSegment(target) }
    return { kind: 'copy', from: object, to }
  }
  if (verb === 'moveTo' && b === 'o' && more.length === 2) {
    return { kind: 'move', from: object, name: decodePathSegment(otherBucket) }
  }
  return verb === 'compose' && more.length === 0 ? { kind: 'compose', to: object } : undefined
}
