import { invalidArgument } from '@hearth/model'
import type { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { DatabaseScope } from '../firestore-codec/database-scope.ts'
import { ListenRequest, ListenResponse, WriteRequest, WriteResponse } from '../firestore-codec/messages.ts'
import { readProtobuf } from '../firestore-codec/protobuf-reader.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { ListenStream } from '../firestore-streams/listen-stream.ts'
import { streamCallerOf } from '../firestore-streams/opening.ts'
import { WriteStream } from '../firestore-streams/write-stream.ts'
import type { GrpcStream } from './grpc-stream.ts'
import type { FirestoreGrpcDeps } from './protocol.ts'

/** Runs until the client ends its side or the stream fails, and throws why. */
export async function runListen(
  deps: FirestoreGrpcDeps,
  exchange: Exchange,
  grpc: GrpcStream,
  stopping: Promise<never>,
): Promise<void> {
  const failure = Promise.withResolvers<never>()
  let listen: ListenStream | undefined
  async function receiveAll(): Promise<void> {
    for await (const bytes of grpc.messages()) {
      const request = readProtobuf(ListenRequest, bytes)
      if (!listen) {
        const { scope, caller } = await open(deps, exchange, request.database, 'Listen')
        listen = new ListenStream(deps.documents, caller, scope, {
          send(response) {
            if (!grpc.send(writeProtobuf(ListenResponse, response))) listen?.pause()
          },
          fail: (error: StatusError) => failure.reject(error),
        })
        grpc.onDrain(() => listen?.resume())
      }
      listen.receive(request)
    }
  }
  grpc.onClose(() => listen?.close())
  try {
    await Promise.race([receiveAll(), failure.promise, stopping])
  } finally {
    listen?.close()
  }
}

/** As `runListen`; batches that were received are answered before the stream ends. */
export async function runWrite(
  deps: FirestoreGrpcDeps,
  exchange: Exchange,
  grpc: GrpcStream,
  stopping: Promise<never>,
): Promise<void> {
  const failure = Promise.withResolvers<never>()
  let write: WriteStream | undefined
  async function receiveAll(): Promise<void> {
    for await (const bytes of grpc.messages()) {
      const request = readProtobuf(WriteRequest, bytes)
      if (!write) {
        const { scope, caller } = await open(deps, exchange, request.database, 'Write')
        write = new WriteStream(deps, caller, scope, deps.random.bytes(12).toString('base64url'), {
          send: (response) => void grpc.send(writeProtobuf(WriteResponse, response)),
          fail: (error: StatusError) => failure.reject(error),
        })
      }
      write.receive(request)
    }
    await write?.finished()
  }
  grpc.onClose(() => write?.close())
  try {
    await Promise.race([receiveAll(), failure.promise, stopping])
  } finally {
    write?.close()
  }
}

async function open(deps: FirestoreGrpcDeps, exchange: Exchange, named: string | undefined, operation: string) {
  const prefix = exchange.headers['google-cloud-resource-prefix']
  const database = named || (typeof prefix === 'string' ? prefix : undefined)
  if (!database) throw invalidArgument('INVALID_NAME', 'The first request of a stream must name its database.')
  const scope = DatabaseScope.parse(database)
  exchange.note({ project: scope.project, operation })
  const caller = await streamCallerOf(deps, scope, exchange.headers.authorization, exchange)
  if ('uid' in caller) exchange.note({ uid: caller.uid })
  return { scope, caller }
}
