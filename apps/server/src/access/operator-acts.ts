import type { ActParts } from '../audit/act-names.ts'

/** One change that a member of a project's team made in it, under an operator session or the console's own. */
export type OperatorAct = ActParts & {
  readonly project: string
  readonly uid: string
  /** Document or object path, the uid of the account, the name of what was published. */
  readonly target: string
  /** What about it, in words; no secret and no content. */
  readonly detail?: Readonly<Record<string, string>>
}

/** Told of each act, at once; must not throw and must not wait. */
export type OnOperatorAct = (act: OperatorAct) => void
