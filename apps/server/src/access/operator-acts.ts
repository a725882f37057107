import type { AccessRequest } from './gate.ts'

/** One change that a member of a project's team made in it, under an operator session or the console's own. */
export interface OperatorAct {
  readonly project: string
  readonly uid: string
  readonly service:
    | AccessRequest['service']
    | 'users'
    | 'session'
    | 'installations'
    | 'api-keys'
    | 'apps'
    | 'analytics'
    | 'backups'
    | 'analytics-secrets'
    | 'service-keys'
    | 'mails'
    | 'webhooks'
    | 'signing-keys'
    | 'rules'
    | 'rules-tests'
    | 'team'
  /** `create`, `update`, `delete`; `enter` for a session. */
  readonly operation: string
  /** Document or object path, the uid of the account, the name of what was published. */
  readonly target: string
  /** What about it, in words; no secret and no content. */
  readonly detail?: Readonly<Record<string, string>>
}

/** Told of each act, at once; must not throw and must not wait. */
export type OnOperatorAct = (act: OperatorAct) => void
