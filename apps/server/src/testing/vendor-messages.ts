import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import protobuf from 'protobufjs'
import type { MessageType } from '../protocols/firestore-codec/wire-schema.ts'

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@google-cloud/firestore/package.json')),
  'build/protos',
)

const root = new protobuf.Root()
root.resolvePath = (_origin, target) => join(folder, target)
root.loadSync(['firestore', 'query_profile'].map((file) => `google/firestore/v1/${file}.proto`))
root.resolveAll()

/** The vendor's own definition of a message of ours, as its published proto files have it. Throws where there is none. */
export function vendorTypeOf({ name }: MessageType): protobuf.Type {
  return root.lookupType(name.startsWith('google.') ? name : `google.firestore.v1.${name}`)
}
