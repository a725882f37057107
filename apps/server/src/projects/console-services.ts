import type { OnOperatorAct } from '../access/operator-policy.ts'
import type { Ambient } from '../lib/ambient.ts'
import type { Documents } from '../documents/documents.ts'
import type { Persistence } from '../persistence/persistence.ts'
import { ActivityLog } from './activity-log.ts'
import { CodeFile } from './local-code.ts'
import { type CreateResetLink, OwnerReset, type OwnerResetOptions } from './owner-reset.ts'
import { ProjectDocuments } from './project-documents.ts'
import { GoneMembers } from './gone-members.ts'
import { type IsEnabledAccount, leaveTeam } from './leave-team.ts'
import type { ProjectRegistry } from './project-registry.ts'
import type { Project } from './projects.ts'
import { SampleDocuments } from './sample-documents.ts'
import { type OwnerAccounts, ServerSetup } from './server-setup.ts'
import { CONSOLE_PROJECT } from './project-id.ts'

export interface ConsoleServicesOptions extends Ambient {
  readonly persistence: Persistence
  readonly projects: ProjectRegistry
  readonly documents: Pick<Documents, 'get' | 'commit' | 'query'>
  readonly accounts: OwnerAccounts
  readonly isEnabledAccount: IsEnabledAccount
  /** A link to choose a new password for the account of the console with this uid. */
  readonly createResetLink: CreateResetLink
  /** Takes all second factors from that account. */
  readonly removeFactors: OwnerResetOptions['removeFactors']
  /** What people call an account: its name, address or number; undefined where there is none. */
  readonly nameOf: (project: string, uid: string) => Promise<string | undefined>
  readonly dataFolder: string
  readonly mode: 'start' | 'dev'
}

/** What the server does for its console: documents of projects, sample data, the first owner, the record of operators' acts. */
export interface ConsoleServices {
  readonly projectDocuments: ProjectDocuments
  readonly samples: SampleDocuments
  readonly setup: ServerSetup
  readonly ownerReset: OwnerReset
  readonly leaveTeam: (project: string, uid: string) => Promise<void>
  readonly onOperatorAct: OnOperatorAct
  /** A project that came about by its first use under `hearth dev` gets its document, shortly after. */
  noteFirstUse(project: Project): void
  /** The account of somebody who uses the console is gone: shortly after they are in no team any more. */
  noteAccountGone(uid: string): void
  /** Waits for what is still being written. */
  close(): Promise<void>
}

/** Makes the projects every server has, and offers a set-up code while nobody owns the server. */
export async function openConsoleServices(options: ConsoleServicesOptions): Promise<ConsoleServices> {
  const { persistence, projects, documents, accounts, createResetLink, dataFolder, mode, clock, random, log } = options
  const projectDocuments = new ProjectDocuments({ persistence, documents })
  const samples = new SampleDocuments({ projects, documents, clock })
  const activity = new ActivityLog({ documents, nameOf: options.nameOf, clock, random, log })
  const setup = new ServerSetup({
    persistence,
    accounts,
    codeFile: new CodeFile(dataFolder, 'setup-code'),
    clock,
    random,
    onClaimed: async (uid) => projectDocuments.adopt(await projects.list(), uid),
  })

  const ownerReset = new OwnerReset({
    codeFile: new CodeFile(dataFolder, 'owner-reset-code'),
    findOwner: () => setup.findOwner(),
    createLink: createResetLink,
    removeFactors: options.removeFactors,
  })

  await prepareProjects({
    persistence,
    registry: projects,
    projectDocuments,
    samples,
    ownerId: await setup.ownerId(),
    withSamples: mode === 'start',
  })
  await setup.open()
  // An owner whose server was killed before the projects were theirs.
  const ownerId = await setup.ownerId()
  if (ownerId !== '') await projectDocuments.adopt(await projects.list(), ownerId)

  const leaving = { documents, isEnabledAccount: options.isEnabledAccount }
  const gone = new GoneMembers({
    ...leaving,
    hasAccount: (uid) => accounts.exists(uid),
    ownerOfServer: async () => (await setup.findOwner()) ?? '',
  })
  let writing: Promise<void> = gone
    .sweep()
    .catch((err: unknown) => log.error({ err }, 'the teams could not be freed of people who are gone'))
  return {
    projectDocuments,
    samples,
    setup,
    ownerReset,
    leaveTeam: (project, uid) => leaveTeam(leaving, project, uid),
    onOperatorAct: activity.record,
    noteFirstUse(project) {
      writing = writing
        .then(async () => projectDocuments.ensure([project], await setup.ownerId()))
        .catch((err: unknown) => log.error({ err, project: project.id }, 'a new project has no document yet'))
    },
    noteAccountGone(uid) {
      writing = writing
        .then(() => gone.remove(uid))
        .catch((err: unknown) => log.error({ err, uid }, 'somebody whose account is gone is still in teams'))
    },
    async close() {
      gone.stop()
      await activity.settled()
      await writing
    },
  }
}

const FIRST_PROJECT = 'demo-app'

const SPACE = 'setup'
const KEY = 'first-start'

/**
 * Makes what every server has: the project `console`, and on an empty data folder a first project, under `start` with sample data. The record
 * `setup`/`first-start` says that it was done; a start that was killed half-way is made up for by the next, which finds what is there.
 */
async function prepareProjects(deps: {
  persistence: Persistence
  registry: ProjectRegistry
  projectDocuments: ProjectDocuments
  samples: SampleDocuments
  /** The uid of the server's owner; empty while there is none. */
  ownerId: string
  /** `dev` stands in for emulators, and what a test finds there must be what it wrote. */
  withSamples: boolean
}): Promise<void> {
  const { persistence, registry, projectDocuments, samples, ownerId, withSamples } = deps
  const store = await persistence.openProject(CONSOLE_PROJECT)
  if ((await registry.find(CONSOLE_PROJECT)) === undefined) {
    await registry.create({ id: CONSOLE_PROJECT, name: 'Console' })
  }
  if ((await store.getRecord(SPACE, KEY)) === undefined) {
    if ((await registry.find(FIRST_PROJECT)) === undefined) {
      await registry.create({ id: FIRST_PROJECT, name: 'Demo app' })
    }
    if (withSamples) await samples.fill(FIRST_PROJECT)
    await store.commit({ records: [{ space: SPACE, key: KEY, value: JSON.stringify({ done: true }) }] })
  }
  await projectDocuments.ensure(await registry.list(), ownerId)
}
