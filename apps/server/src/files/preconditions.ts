import { StatusError } from '@hearth/model'
import type { FileObject } from './file-object.ts'

/** What must hold of a file for something to be done with it. Generation `0` stands for no file. */
export interface Preconditions {
  readonly generationMatch?: string | undefined
  readonly generationNotMatch?: string | undefined
  readonly metagenerationMatch?: string | undefined
  readonly metagenerationNotMatch?: string | undefined
}

/**
 * Throws `failed-precondition`/`CONDITION_NOT_MET` when the file is not the one that was meant, `failed-precondition`/`NOT_CHANGED` when it
 * is the one that was not meant: a read answers that as "not modified". To be asked after the gate.
 */
export function assertPreconditions(current: FileObject | undefined, expected: Preconditions): void {
  const generation = current?.generation ?? '0'
  const metageneration = String(current?.metageneration ?? 0)
  if (differs(expected.generationMatch, generation) || differs(expected.metagenerationMatch, metageneration)) {
    throw new StatusError(
      'failed-precondition',
      'CONDITION_NOT_MET',
      'The file is not at the generation or metageneration that the request names.',
    )
  }
  if (expected.generationNotMatch === generation || expected.metagenerationNotMatch === metageneration) {
    throw new StatusError(
      'failed-precondition',
      'NOT_CHANGED',
      'The file is still at the generation or metageneration that the request excludes.',
    )
  }
}

function differs(expected: string | undefined, actual: string): boolean {
  return expected !== undefined && expected !== actual
}
