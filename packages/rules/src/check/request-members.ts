import type { ServiceName } from '../evaluate/scope.ts'

const documentMembers: readonly string[] = ['data', 'id', '__name__']
const fileMembers: readonly string[] = [
  'name',
  'bucket',
  'generation',
  'metageneration',
  'size',
  'timeCreated',
  'updated',
  'md5Hash',
  'crc32c',
  'etag',
  'cacheControl',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'contentType',
  'metadata',
]

/** What the values of a request consist of. What is not listed has members of somebody's own, such as claims and fields. */
const members: Readonly<Record<ServiceName, ReadonlyMap<string, readonly string[]>>> = {
  'cloud.firestore': new Map([
    ['request', ['auth', 'method', 'path', 'query', 'resource', 'time']],
    ['request.auth', ['uid', 'token']],
    ['request.resource', documentMembers],
    ['resource', documentMembers],
  ]),
  'firebase.storage': new Map([
    ['request', ['auth', 'method', 'path', 'params', 'resource', 'time']],
    ['request.auth', ['uid', 'token']],
    ['request.resource', fileMembers],
    ['resource', fileMembers],
  ]),
}

/** What stands behind `request`, `request.auth`, `request.resource` and `resource`; undefined for other places. */
export function requestMembers(service: ServiceName, place: string): readonly string[] | undefined {
  return members[service].get(place)
}
