import type { StatusCode } from '@hearth/model'

/** How inputs of a target are changed into new ones: `engine/mutate.ts`. */
export type InputForm = 'bytes' | 'text' | 'json' | 'protobuf'

export const KIB = 1024
export const MIB = 1024 * KIB

/**
 * A decoder and what it may do with input of any kind: give a result, or refuse with one of the codes that are the
 * client's fault. Everything else is a finding: another error, a hang, memory without bounds, more
 * time for a long input than nobody notices.
 */
export interface FuzzTarget {
  /** Names its file in `corpus/`, too. */
  readonly name: string
  readonly form: InputForm
  /** Parts of the paths of the sources whose coverage leads to new inputs. */
  readonly watches: readonly string[]
  /** Inputs to begin with. */
  readonly seeds: readonly (string | Uint8Array)[]
  /** What stands in valid inputs and is not found by chance. */
  readonly words?: readonly string[]
  /** The codes with which an input may be refused; `invalid-argument` alone when absent. */
  readonly refusals?: readonly StatusCode[]
  /** The most that the product hands to the decoder, at most `GROWN_BYTES_MAX`: inputs are grown up to there, and asked for their time. */
  readonly limitBytes: number
  /** What the inputs run against; a target without a state answers one function. */
  open(): OpenTarget | Promise<OpenTarget>
}

export interface OpenTarget {
  /** Throws what the decoder throws, and an error of its own where a result contradicts another. */
  run(input: Buffer): unknown
  /** The decoder alone, as the product calls it: what grown inputs are asked for their time with; `run` when absent. */
  decode?(input: Buffer): unknown
  [Symbol.asyncDispose]?(): Promise<void>
}
