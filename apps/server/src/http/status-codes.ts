import type { StatusCode, StatusError } from '@hearth/model'

/** The canonical codes on the wire: HTTP status, gRPC status and the name in error bodies (google/rpc/code.proto). */
const codes: Readonly<Record<StatusCode, { readonly http: number; readonly grpc: number; readonly name: string }>> = {
  cancelled: { http: 499, grpc: 1, name: 'CANCELLED' },
  unknown: { http: 500, grpc: 2, name: 'UNKNOWN' },
  'invalid-argument': { http: 400, grpc: 3, name: 'INVALID_ARGUMENT' },
  'deadline-exceeded': { http: 504, grpc: 4, name: 'DEADLINE_EXCEEDED' },
  'not-found': { http: 404, grpc: 5, name: 'NOT_FOUND' },
  'already-exists': { http: 409, grpc: 6, name: 'ALREADY_EXISTS' },
  'permission-denied': { http: 403, grpc: 7, name: 'PERMISSION_DENIED' },
  'resource-exhausted': { http: 429, grpc: 8, name: 'RESOURCE_EXHAUSTED' },
  'failed-precondition': { http: 400, grpc: 9, name: 'FAILED_PRECONDITION' },
  aborted: { http: 409, grpc: 10, name: 'ABORTED' },
  'out-of-range': { http: 400, grpc: 11, name: 'OUT_OF_RANGE' },
  unimplemented: { http: 501, grpc: 12, name: 'UNIMPLEMENTED' },
  internal: { http: 500, grpc: 13, name: 'INTERNAL' },
  unavailable: { http: 503, grpc: 14, name: 'UNAVAILABLE' },
  'data-loss': { http: 500, grpc: 15, name: 'DATA_LOSS' },
  unauthenticated: { http: 401, grpc: 16, name: 'UNAUTHENTICATED' },
}

/** Reasons of the HTTP layer itself that have a more exact HTTP status than their code. */
const exactStatus: Readonly<Record<string, number>> = {
  BODY_TOO_LARGE: 413,
  BODY_TIMEOUT: 408,
  UNSUPPORTED_ENCODING: 415,
  METHOD_NOT_ALLOWED: 405,
  HOST_NOT_ALLOWED: 421,
  TLS_REQUIRED: 426,
}

export function httpStatusOf(error: StatusError): number {
  return exactStatus[error.reason] ?? codes[error.code].http
}

export function grpcStatusOf(error: StatusError): number {
  return codes[error.code].grpc
}

/** `INVALID_ARGUMENT` for `invalid-argument`. */
export function statusNameOf(error: StatusError): string {
  return codes[error.code].name
}
