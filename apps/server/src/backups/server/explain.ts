import { StatusError } from '@hearth/model'

/** For who runs a command on the machine itself: with the cause, which names files. */
export function explain(error: unknown): string {
  if (error instanceof StatusError && error.cause instanceof Error) return `${error.message} ${error.cause.message}`
  return error instanceof Error ? error.message : String(error)
}
