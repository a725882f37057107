import type { AppContact, BackupList, ProjectUsage, Role, ServerSettings } from '@hearth/api'

export const firstSteps = ['address', 'mails', 'connect', 'rules', 'data', 'backup'] as const
export type FirstStep = (typeof firstSteps)[number]

/** What is known of how far a project has come; undefined: not yet. */
export interface FirstHourFacts {
  readonly mode: 'start' | 'dev'
  readonly role: Role
  /** Of the server's owner alone. */
  readonly settings: ServerSettings | undefined
  readonly contacts: readonly AppContact[] | undefined
  /** What denies every app, because no rules of it are published. */
  readonly closed: 'both' | 'documents' | 'files' | 'none' | undefined
  readonly usage: Pick<ProjectUsage, 'users' | 'documents' | 'files' | 'hasSampleData'> | undefined
  /** Of owners alone. */
  readonly backups: Pick<BackupList, 'backups'> | undefined
}

export interface ListedStep {
  readonly id: FirstStep
  readonly isDone: boolean
}

/** The steps that somebody can take, each with whether it was; in their order. */
export function stepsOf(facts: FirstHourFacts): readonly ListedStep[] {
  const { mode, role, settings, contacts, closed, usage, backups } = facts
  const isOwner = role === 'owner'
  const steps: readonly (readonly [id: FirstStep, isTheirs: boolean, isDone: boolean])[] = [
    ['address', settings !== undefined, settings?.publicAddress.from !== 'unset'],
    ['mails', settings !== undefined, settings?.mailServer.from !== 'unset'],
    ['connect', true, contacts !== undefined && contacts.length > 0],
    ['rules', isOwner, closed === 'none' || closed === 'files'],
    ['data', role !== 'viewer', usage !== undefined && hasDataOfItsOwn(usage)],
    ['backup', isOwner && mode === 'start', backups?.backups.some(({ verifiedAt }) => verifiedAt !== null) === true],
  ]
  return steps.flatMap(([id, isTheirs, isDone]) => (isTheirs ? [{ id, isDone }] : []))
}

/** Sample data is made up, and not what somebody brought. */
function hasDataOfItsOwn({ users, documents, files, hasSampleData }: NonNullable<FirstHourFacts['usage']>): boolean {
  return users > 0 || files > 0 || (documents > 0 && hasSampleData !== true)
}
