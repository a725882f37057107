import type { Caller } from './caller.ts'
import { mayInConsole } from './console-policy.ts'
import type { AccessRequest, Gate } from './gate.ts'
import type { OnOperatorAct } from './operator-acts.ts'
import { permissionDenied } from './permission-denied.ts'
import type { FindProjectTeam } from './project-team.ts'

export interface FixedPoliciesOptions {
  readonly mode: 'start' | 'dev'
  /** The project whose documents hold what the console knows; it has a policy of its own in both modes. */
  readonly consoleProject: string
  readonly findProjectTeam: FindProjectTeam
  readonly onOperatorAct?: OnOperatorAct
}

/**
 * The gate until projects publish rules of their own: `dev` allows, the console's project follows its policy, and every
 * other project under `start` is for server credentials and operators alone.
 */
export class FixedPolicies implements Gate {
  readonly #options: FixedPoliciesOptions

  constructor(options: FixedPoliciesOptions) {
    this.#options = options
  }

  async authorize(project: string, caller: Caller, request: AccessRequest): Promise<void> {
    if (!(await this.#may(project, caller, request))) throw permissionDenied()
    if (caller.kind === 'operator' && isAct(request)) {
      this.#options.onOperatorAct?.({
        project,
        uid: caller.uid,
        service: request.service,
        operation: request.operation,
        target: request.path,
      })
    }
  }

  async #may(project: string, caller: Caller, request: AccessRequest): Promise<boolean> {
    if (caller.kind === 'admin') return true
    if (project === this.#options.consoleProject) {
      return await mayInConsole(caller, request, this.#options.findProjectTeam)
    }
    return this.#options.mode === 'dev' || mayAsOperator(caller, request)
  }
}

/** A viewer reads; editors and owners also write. Nobody else does anything. */
export function mayAsOperator(caller: Caller, request: AccessRequest): boolean {
  if (caller.kind !== 'operator') return false
  switch (caller.role) {
    case 'viewer':
      return !changesSomething(request)
    case 'editor':
    case 'owner':
      return true
  }
}

/** An upload is an act when it is whole. */
function isAct(request: AccessRequest): request is Exclude<AccessRequest, { operation: 'list'; service: 'documents' }> {
  return changesSomething(request) && !('isAnnounced' in request && request.isAnnounced)
}

/** Creates, updates and deletes: all that is not a read. */
function changesSomething(request: AccessRequest): boolean {
  switch (request.operation) {
    case 'get':
    case 'list':
      return false
    case 'create':
    case 'update':
    case 'delete':
      return true
  }
}
